// The turn form beyond HTML: while something is typed or pointed at it is kept as a draft and tried out,
// one request a step. Whether a step is legal is the server's to say; the words are the page's own.
import { Aim } from './aim.js';
import { showLocalTimes } from './clock.js';

const PAUSE = 700;
/** The buttons that change the steps. */
const EDITS = ['instead', 'extend', 'take_back', 'earlier', 'later'];

let running = null;

/** Starts the turn form, where the page has one; one that was started before is given up. */
export function startComposer() {
  running?.stop();
  const form = document.querySelector('form[data-composer]');
  running = form && new Composer(form);
  running?.start();
}

class Composer {
  constructor(form) {
    this.form = form;
    this.picture = document.querySelector('img[data-board]');
    const box = document.querySelector('[data-aim]');
    this.aim = box && new Aim(box, (offer) => this.check(offer));
    this.round = 0;
  }

  start() {
    this.aim?.update(this.form.querySelector('[data-verdict]'));
    this.preview = this.picture?.getAttribute('src');
    this.standing = document.querySelector('[data-standing]');
    this.standing?.addEventListener('click', () => this.draw(this.standing.ariaPressed !== 'true'));
    this.form.addEventListener('input', (event) => this.typed(event.target));
    // Buttons that change the steps do so without leaving the page.
    this.form.addEventListener('click', (event) => {
      const button = event.target.closest('button');
      if (!button || !EDITS.includes(button.name)) return;
      event.preventDefault();
      this.press(button);
    });
  }

  /** Takes back what was laid over the page; an answer that is still to come counts no more. */
  stop() {
    clearTimeout(this.timer);
    this.round += 1;
    this.aim?.stop();
  }

  typed(field) {
    // An offered colour takes the place of one that was typed.
    if (field.name === 'color') this.form.elements.color_text.value = '';
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
    const next = buttons[Math.min(Math.max(place, 0), buttons.length - 1)];
    (next ?? this.form.elements.steps).focus({ preventScroll: true });
  }

  /** Keeps what is typed and shows what the referee says to it; of several answers the newest counts. */
  async check(edit = null) {
    clearTimeout(this.timer);
    const round = ++this.round;
    const body = new URLSearchParams(new FormData(this.form));
    if (edit) body.set(edit.name, edit.value);
    let part;
    this.form.setAttribute('aria-busy', 'true');
    try {
      const answer = await fetch(this.form.dataset.check, { method: 'POST', body });
      if (!answer.ok) throw new Error(answer.status);
      part = new DOMParser().parseFromString(await answer.text(), 'text/html');
    } catch {
      if (round === this.round) this.say('not kept: the server did not take it');
      return false;
    } finally {
      if (round === this.round) this.form.removeAttribute('aria-busy');
    }
    return round === this.round && this.show(part, edit);
  }

  show(part, edit) {
    const verdict = part.querySelector('[data-verdict]');
    if (!verdict) {
      this.say('not kept: you are logged out');
      return false;
    }
    const old = this.form.querySelector('[data-verdict]');
    const isOpen = old.querySelector('[data-next]')?.open;
    old.replaceWith(verdict);
    if (isOpen) verdict.querySelector('[data-next]')?.setAttribute('open', '');
    const steps = this.form.elements.steps;
    if (edit) steps.value = part.querySelector('[data-steps]').textContent;
    steps.setAttribute('aria-invalid', String(Boolean(verdict.querySelector('#why'))));
    this.dye(part.querySelector('[data-dye-refusal]'));
    this.preview = part.querySelector('[data-preview]')?.dataset.preview;
    this.draw();
    showLocalTimes(verdict);
    this.aim?.update(verdict);
    return true;
  }

  /** Draws the steps on the board, or the board as it stands without them. */
  draw(standing = false) {
    if (!this.picture) return;
    this.standing?.setAttribute('aria-pressed', String(standing));
    this.picture.parentElement.classList.toggle('bare', standing);
    this.picture.src = (!standing && this.preview) || this.picture.dataset.board;
  }

  // The page has no rule for a colour that it did not know.
  dye(refusal) {
    if (!refusal) return;
    this.form.querySelector('[data-dye-refusal]').replaceWith(refusal);
    this.form.elements.color_text.setAttribute('aria-invalid', String(Boolean(refusal.firstElementChild)));
    const swatch = refusal.querySelector('[data-dye]');
    swatch?.style.setProperty('--c', swatch.dataset.dye);
  }

  say(text) {
    const status = this.form.querySelector('[data-draft-status]');
    if (status) status.textContent = text;
  }
}
