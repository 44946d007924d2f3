// Putting new parts of a page in place of old ones.
import { showLocalTimes } from './clock.js';
import { offerCopies } from './copy.js';

/** Puts a part in place of an old one, unless they are alike. */
export function put(old, fresh) {
  dress(fresh);
  if (!old.isEqualNode(fresh)) replace(old, fresh);
}

/** Puts a part in place of an old one; the focus stays where it was, and what was opened open. */
export function replace(old, fresh) {
  dress(fresh);
  const held = old.contains(document.activeElement) && document.activeElement.id;
  const open = [...old.querySelectorAll('details')].map((details) => details.open);
  old.replaceWith(fresh);
  fresh.querySelectorAll('details').forEach((details, at) => (details.open = open[at] ?? details.open));
  if (held) document.getElementById(held)?.focus({ preventScroll: true });
}

/** Gives a part what scripts add to a page. */
export function dress(part) {
  showLocalTimes(part);
  offerCopies(part);
}

/** What fits a selector in this page and in a new one. */
export function both(page, selector) {
  return [document, page].map((root) => root.querySelector(selector));
}
