// The turn form beyond HTML: while something is typed it is kept as a draft and tried out. Whether a
// step is legal is the server's to say; nothing here knows, and the words are the page's own.
import { showLocalTimes } from './clock.js';

const PAUSE = 700;

/** Starts the turn form, where the page has one. */
export function startComposer() {
  const form = document.querySelector('form[data-composer]');
  if (form) new Composer(form).start();
}

class Composer {
  constructor(form) {
    this.form = form;
    this.board = document.querySelector('img[data-board]');
    this.round = 0;
  }

  start() {
    let timer;
    this.form.addEventListener('input', () => {
      this.say('typing; not kept yet');
      clearTimeout(timer);
      timer = setTimeout(() => this.check(), PAUSE);
    });
    // A step that the page offers is taken without leaving the page.
    this.form.addEventListener('click', (event) => {
      const offer = event.target.closest('button[name="instead"]');
      if (!offer) return;
      event.preventDefault();
      clearTimeout(timer);
      this.check(offer.value);
    });
  }

  /** Keeps what is typed and shows what the referee says to it; of several answers the newest counts. */
  async check(instead = '') {
    const round = ++this.round;
    const body = new URLSearchParams(new FormData(this.form));
    if (instead) body.set('instead', instead);
    let part;
    try {
      const answer = await fetch(this.form.dataset.check, { method: 'POST', body });
      if (!answer.ok) throw new Error(answer.status);
      part = new DOMParser().parseFromString(await answer.text(), 'text/html');
    } catch {
      if (round === this.round) this.say('not kept: the server did not take it');
      return;
    }
    if (round === this.round) this.show(part, instead);
  }

  show(part, instead) {
    const verdict = part.querySelector('[data-verdict]');
    if (!verdict) return this.say('not kept: you are logged out');
    this.form.querySelector('[data-verdict]').replaceWith(verdict);
    const steps = this.form.elements.steps;
    if (instead) steps.value = part.querySelector('[data-steps]').textContent;
    steps.setAttribute('aria-invalid', String(Boolean(verdict.querySelector('#why'))));
    const preview = part.querySelector('[data-preview]')?.dataset.preview;
    if (this.board) this.board.src = preview ?? this.board.dataset.board;
    showLocalTimes(verdict);
  }

  say(text) {
    const status = this.form.querySelector('[data-draft-status]');
    if (status) status.textContent = text;
  }
}
