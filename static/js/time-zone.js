// Tells the sign-up form the time zone of the browser, so that times need no setting.
"use strict";

for (const field of document.querySelectorAll("[data-browser-time-zone]")) {
  field.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
}
