// The turn form beyond HTML: while something is typed or pointed at it is kept as a draft and tried out,
// one request a step. Whether a step is legal is the server's to say; the words are the page's own.
import { Aim } from './aim.js';
import { Onlooker } from './onlooker.js';
import { put } from './parts.js';

const PAUSE = 700;
/** How soon something is kept again that the server did not take. */
const AGAIN = 3_000;
/** How long an answer may take. */
const PATIENCE = 20_000;
/** The buttons that change the steps. */
const EDITS = ['instead', 'extend', 'take_back', 'earlier', 'later'];
/** What somebody writes. */
const WRITTEN = ['steps', 'post', 'color_text'];

let running = null;

/** Starts the turn form, or the board of whoever has none; what was started before is given up. */
export function startComposer() {
  running?.stop();
  const [form, picture] = ['form[data-composer]', '.board .pic img[data-board]'].map((part) => document.querySelector(part));
  running = form ? new Composer(form, picture) : picture && new Onlooker(picture.parentElement);
  running?.start();
}

/** How far typing has come: to be handed on to `goOn` with a page that is asked for now. */
export function stamp() {
  return running?.stamp;
}

/** Goes on with a page that has come; false where another desk has to take this one's place. */
export function goOn(page, typed) {
  return Boolean(running?.goOn(page, typed));
}

class Composer {
  constructor(form, picture) {
    this.form = form;
    this.picture = picture;
    this.standing = document.querySelector('[data-standing]');
    const box = document.querySelector('[data-aim]');
    this.aim = box && new Aim(box, (offer) => this.check(offer));
    this.queue = Promise.resolve();
    this.waiting = 0;
    this.asked = 0;
    this.round = 0;
  }

  start() {
    this.take(document);
    this.standing?.addEventListener('click', () => this.draw(this.standing.ariaPressed !== 'true'));
    this.form.addEventListener('input', (event) => this.typed(event.target));
    // What is sent is sent: nothing of it is kept as a draft behind it.
    this.form.addEventListener('submit', () => this.rest());
    // Buttons that change the steps do so without leaving the page.
    this.form.addEventListener('click', (event) => {
      const button = event.target.closest('button');
      if (!button || !EDITS.includes(button.name)) return;
      event.preventDefault();
      this.press(button);
    });
  }

  /** Takes back what was laid over the page. */
  stop() {
    this.rest();
    this.aim?.stop();
  }

  // An answer that is still to come counts no more.
  rest() {
    clearTimeout(this.timer);
    this.round += 1;
    this.asking?.abort();
  }

  /** Is like no other while something is on its way. */
  get stamp() {
    return this.waiting ? Number.NaN : this.asked;
  }

  typed(field) {
    // An offered colour takes the place of one that was typed.
    if (field.name === 'color' && this.form.elements.color_text) this.form.elements.color_text.value = '';
    this.say('typing; not kept yet');
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), field.name === 'color' ? 0 : PAUSE);
  }

  // After it the focus is on the like button of the nearest step.
  async press(button) {
    const like = () => [...this.form.querySelectorAll(`.steps button[name="${button.name}"]`)];
    const place = like().indexOf(button) - (button.name === 'earlier' ? 1 : 0) + (button.name === 'later' ? 1 : 0);
    const had = this.form.contains(document.activeElement);
    if (!(await this.check(button)) || !had) return;
    const buttons = like();
    const next = buttons[Math.min(Math.max(place, 0), buttons.length - 1)] ?? this.form.querySelector('.steps > li:last-child .do button:last-child');
    (next ?? this.form.elements.steps).focus({ preventScroll: true });
  }

  /**
   * Keeps what is typed and shows what the referee says to it, with the steps changed as a button says. One
   * request goes after the other: each begins with the steps that the one before has left.
   */
  check(edit = null) {
    clearTimeout(this.timer);
    const { round } = this;
    this.waiting += 1;
    this.form.setAttribute('aria-busy', 'true');
    const asked = this.queue.then(() => round === this.round && this.ask(edit));
    this.queue = asked.catch(() => undefined).then(() => {
      this.waiting -= 1;
      if (!this.waiting) this.form.removeAttribute('aria-busy');
    });
    return asked;
  }

  async ask(edit) {
    const { round } = this;
    const body = new URLSearchParams(new FormData(this.form));
    if (edit) body.set(edit.name, edit.value);
    this.asked += 1;
    this.asking = new AbortController();
    const signal = AbortSignal.any([this.asking.signal, AbortSignal.timeout(PATIENCE)]);
    let [status, text] = [0, ''];
    try {
      const answer = await fetch(this.form.dataset.check, { method: 'POST', body, signal });
      [status, text] = [answer.status, await answer.text()];
    } catch {
      // Nobody answered: status 0.
    }
    if (round !== this.round) return false;
    if (status === 200) return this.show(new DOMParser().parseFromString(text, 'text/html'), body, edit);
    this.say(status === 401 ? 'not kept: you are logged out' : 'not kept: the server did not take it');
    if (!edit && (status === 0 || status === 429 || status >= 500)) this.timer = setTimeout(() => this.check(), AGAIN);
    return false;
  }

  show(page, body, edit) {
    if (edit) {
      const steps = page.querySelector('[data-steps]').textContent;
      this.form.elements.steps.value = steps;
      body.set('steps', steps);
    }
    this.renew(page);
    if (!page.querySelector('[data-unkept]')) this.keep(body);
    return true;
  }

  // What the server has: as long as nothing else is typed, the form has nothing of its own.
  keep(body) {
    for (const name of WRITTEN) {
      const field = this.form.elements[name];
      if (field && field.value === body.get(name)) field.defaultValue = field.value;
    }
  }

  /**
   * Goes on with a page that has come, typed texts and composed steps as they are. False where the page has
   * no form any more and nothing is written in this one.
   */
  goOn(page, typed) {
    const fresh = page.querySelector('form[data-composer]');
    if (fresh && typed === this.stamp) this.takeDraft(fresh);
    const isEmpty = !WRITTEN.some((name) => this.form.elements[name]?.value);
    if (!fresh && isEmpty) return false;
    if (isEmpty) this.renew(page);
    else this.check();
    return true;
  }

  // Where all is kept that is written, what another browser keeps counts too: a draft where there is none
  // here, and none any more where its turn was sent.
  takeDraft(fresh) {
    for (const name of WRITTEN) {
      const [own, kept] = [this.form, fresh].map((form) => form.elements[name]);
      if (!own || !kept || own.value !== own.defaultValue) continue;
      if (own.value ? kept.value : own === document.activeElement) continue;
      own.value = own.defaultValue = kept.value;
    }
  }

  /** Puts what a page says of the turn in place of what is said now; the fields stay as they are. */
  renew(page) {
    const fresh = page.querySelector('form[data-composer]');
    this.form.className = fresh.className;
    this.tellNews(fresh);
    this.renewColours(fresh);
    this.renewHold(fresh);
    const [old, verdict] = [this.form, fresh].map((form) => form.querySelector('[data-verdict]'));
    for (const name of ['head', 'send']) put(...[this.form, fresh].map((form) => form.querySelector(`[data-desk=${name}]`)));
    put(old, verdict);
    this.take(page);
  }

  /** Draws and offers what the form has by now. */
  take(page) {
    const verdict = this.form.querySelector('[data-verdict]');
    this.form.elements.steps.setAttribute('aria-invalid', String(Boolean(verdict.querySelector('#why'))));
    const drawn = page.querySelector('img[data-board]')?.getAttribute('src');
    this.preview = page.querySelector('[data-preview]')?.dataset.preview ?? (drawn?.startsWith('data:') ? drawn : null);
    // Where a picture is read there is a form, and no board to point at.
    if (!this.aim) return;
    this.standing.hidden = !this.preview;
    this.draw();
    this.aim.update(verdict);
  }

  /** Draws the steps on the board, or the board as it stands without them. */
  draw(standing = false) {
    this.standing.setAttribute('aria-pressed', String(standing));
    this.picture.parentElement.classList.toggle('bare', standing);
    const picture = (!standing && this.preview) || this.picture.dataset.board;
    if (this.picture.getAttribute('src') !== picture) this.picture.src = picture;
  }

  // What has happened stays said; what it meant for the steps, until they are others.
  tellNews(fresh) {
    const [old, news] = [this.form, fresh].map((form) => form.querySelector('[data-news-of-board]'));
    const steps = this.form.elements.steps.value;
    if (news.firstElementChild) {
      old.replaceChildren(...news.childNodes);
      this.newsFor = steps;
    } else if (this.newsFor !== steps) old.querySelector('[data-therefore]')?.remove();
  }

  // A countdown goes on: what it has said is not said again.
  renewHold(fresh) {
    const [old, left] = [this.form, fresh].map((form) => form.querySelector('[data-until]'));
    if (old && old.dataset.until === left?.dataset.until) left.replaceWith(old.cloneNode(true));
  }

  renewColours(fresh) {
    const [old, dyes] = [this.form, fresh].map((form) => form.querySelector('[data-desk=dyes]'));
    if (!old || !dyes) return;
    const chosen = old.querySelector(':checked')?.value;
    put(old, dyes);
    const like = this.form.querySelector(`[name=color][value="${chosen}"]`);
    if (like) like.checked = true;
    this.renewRefusal(fresh);
    // Somebody else has taken it: it stays, and what is to be said of it is said.
    const own = this.form.elements.color_text;
    if (chosen && !like && !own.value && own.ariaInvalid === 'true') own.value = chosen;
  }

  // The page has no rule for a colour that it did not know.
  renewRefusal(fresh) {
    const [old, refusal] = [this.form, fresh].map((form) => form.querySelector('[data-dye-refusal]'));
    old.replaceWith(refusal);
    this.form.elements.color_text.setAttribute('aria-invalid', String(Boolean(refusal.firstElementChild)));
    const swatch = refusal.querySelector('[data-dye]');
    swatch?.style.setProperty('--c', swatch.dataset.dye);
  }

  say(text) {
    const status = this.form.querySelector('[data-draft-status]');
    if (status) status.textContent = text;
  }
}
