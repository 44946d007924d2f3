// The turn form beyond HTML: what is typed is kept as a draft and checked while it is typed. Whether
// a step is legal is the server's to say; nothing here knows.
import { now } from './clock.js';

const PAUSE = 700;

/** Starts the turn form, where the page has one. */
export function startComposer() {
  const form = document.querySelector('form[data-composer]');
  if (form) new Composer(form).start();
}

class Composer {
  constructor(form) {
    this.form = form;
    this.api = form.dataset.api;
    this.status = form.querySelector('[data-draft-status]');
    this.verdict = form.querySelector('[data-verdict]');
    this.round = 0;
  }

  start() {
    let timer;
    this.form.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(() => this.settle(), PAUSE);
    });
  }

  async settle() {
    const round = ++this.round;
    await Promise.all([this.keep(round), this.check(round)]);
  }

  get typed() {
    const data = new FormData(this.form);
    const lines = String(data.get('steps') ?? '').split(/\r?\n/).map((line) => line.trim());
    const colour = String(data.get('color_text') || data.get('color') || '');
    return { turn: lines.filter(Boolean), post: String(data.get('post') ?? ''), colour };
  }

  async keep(round) {
    const { turn, post, colour } = this.typed;
    const answer = await send('PUT', `${this.api}/draft`, { turn, post, ...(colour && { color: colour }) });
    if (round !== this.round) return;
    const count = turn.length === 1 ? '1 step' : `${turn.length} steps`;
    this.status.textContent = answer?.ok
      ? `${count}, kept at ${new Date(now()).toISOString().slice(11, 19)} GMT`
      : 'not kept: the server did not answer';
  }

  async check(round) {
    const { turn } = this.typed;
    const seat = this.form.dataset.seat;
    const answer = await send('POST', `${this.api}/check`, { turn, ...(seat && { seat: Number(seat) }) });
    if (!answer?.ok || round !== this.round) return;
    this.show(await answer.json(), turn);
  }

  show(check, turn) {
    this.verdict.replaceChildren(...(turn.length ? [verdict(check, turn)] : []));
    const left = this.form.querySelector('[data-actions-left]');
    if (left) left.textContent = check.actions_left;
  }
}

function verdict(check, turn) {
  const note = document.createElement('p');
  const good = check.ok;
  note.className = `note ${good ? 'good' : 'bad'}`;
  const head = document.createElement('b');
  head.textContent = good ? 'These steps are legal. ' : `Step ${check.step}, ${turn[check.step - 1] ?? ''}: `;
  const text = document.createElement('span');
  text.textContent = good ? `Actions left: ${check.actions_left}. NOT SENT.` : check.message;
  note.append(head, text);
  return note;
}

async function send(method, url, body) {
  try {
    return await fetch(url, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  } catch {
    return null;
  }
}
