// Instants in the reader's own time, the clock in the header and countdowns. The server's time is in
// <meta name="server-time">, so a device whose clock is wrong counts down rightly all the same.
const MINUTE = 60_000;
const WARNING = 5 * MINUTE;

let told = serverTime(document);
let since = performance.now();
// A page out of the browser's history is as old as it was left: then the device's clock is the better guess.
if (isFromHistory() && Math.abs(Date.now() - told) > 10 * MINUTE) told = Date.now();

/** The server's time now, in milliseconds since 1970. */
export function now() {
  return Number.isNaN(told) ? Date.now() : told + performance.now() - since;
}

/** Sets the clock by a page that has just come: a device that slept counted nothing meanwhile. */
export function setClock(page) {
  const time = serverTime(page);
  if (Number.isNaN(time)) return;
  told = time;
  since = performance.now();
}

/** Starts whatever on the page shows time. */
export function startClocks() {
  showLocalTimes(document);
  tick();
  setInterval(tick, 1000);
}

/** Adds the reader's time to every instant under `root` that asks for it. */
export function showLocalTimes(root) {
  if (new Date().getTimezoneOffset() === 0) return;
  for (const time of root.querySelectorAll('time[data-local]')) {
    const at = new Date(time.dateTime);
    const text = new Intl.DateTimeFormat('en-GB', localForm(at)).format(at);
    time.querySelector('[data-yours]')?.remove();
    const yours = document.createElement('span');
    yours.className = 'soft';
    yours.dataset.yours = '';
    yours.textContent = ` (${text} your time)`;
    time.append(yours);
  }
}

function localForm(at) {
  const clock = { hour: '2-digit', minute: '2-digit' };
  const sameDay = at.getDate() === at.getUTCDate();
  return sameDay ? clock : { weekday: 'short', day: 'numeric', month: 'short', ...clock };
}

function serverTime(page) {
  return Date.parse(page.querySelector('meta[name="server-time"]')?.content ?? '');
}

function isFromHistory() {
  return performance.getEntriesByType('navigation')[0]?.type === 'back_forward';
}

function tick() {
  const at = now();
  for (const clock of document.querySelectorAll('[data-clock]')) {
    const iso = new Date(at).toISOString();
    clock.dateTime = `${iso.slice(0, 16)}Z`;
    clock.textContent = `${iso.slice(11, 16)} GMT`;
  }
  for (const keeper of document.querySelectorAll('[data-now-x]')) {
    keeper.setAttribute('x', `${((at / 864_000) % 100).toFixed(2)}%`);
  }
  document.querySelectorAll('[data-until]').forEach((left) => count(left, Date.parse(left.dataset.until) - at));
}

// Only whoever waits for the instant is warned before it; that it is over is said to everybody.
function count(box, left) {
  const shown = box.querySelector('[data-left]');
  if (shown) shown.textContent = left < 0 ? 'over' : inWords(left);
  const progress = box.querySelector('progress');
  if (progress) progress.value = Math.max(0, left / 1000);
  if (box.dataset.warns) box.classList.toggle('calm', left >= WARNING);
  if (left < 0) warn(box, 'over');
  else if (left < WARNING) warn(box, 'warns');
}

// Each said once, so that a screen reader is not told every second.
function warn(box, what) {
  const line = box.querySelector('[data-warning]');
  if (!line || !box.dataset[what] || box.dataset.warned === what) return;
  box.dataset.warned = what;
  line.textContent = box.dataset[what];
}

/** “9 h 22 min”, below an hour “4:12”. */
export function inWords(millis) {
  const seconds = Math.max(0, Math.floor(millis / 1000));
  const [days, hours, minutes] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  if (days) return `${days} d ${hours} h`;
  if (hours) return `${hours} h ${minutes} min`;
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
}
