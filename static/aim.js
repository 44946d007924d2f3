// Composing a turn by pointing: whoever is selected, what they may do as the server lists it, and the
// one step that is chosen. Nothing here knows a rule: every step is one of the page's own buttons.
import { Board, element, saying, squaresIn } from './board.js';
import { LEGEND, sample } from './marks.js';
import { read } from './notation.js';

const WORDS = { move: 'go to', spawn: 'send an Engineer to', breach: 'break through to', jump: 'jump through', claim: 'claim', disown: 'take away', build: 'build a wall', break: 'break the wall', attack: 'attack', transform: 'become another kind' };

export class Aim {
  /** `choose` is handed an offer and says when the server's answer is on the page. */
  constructor(box, choose) {
    this.say = box.querySelector('[data-say]');
    this.legend = box.querySelector('[data-legend]');
    this.tools = box.querySelector('[data-tools]');
    this.choose = choose;
    this.selected = null;
    this.board = new Board(document.querySelector('.board .pic'), {
      picked: (at) => this.pick(at),
      cancelled: () => this.select(null),
    });
  }

  /** Takes over what the server says of the turn so far. */
  update(verdict) {
    this.offers = offersIn(verdict);
    this.squares = squaresIn(verdict);
    this.done = [...verdict.querySelectorAll('.steps [data-hits]')].flatMap(({ dataset }) => list(dataset.hits));
    this.extends = this.offers.some((offer) => offer.name === 'extend');
    this.actors = new Set(this.offers.map((offer) => offer.actor).filter(Boolean));
    if (!this.actors.has(this.selected)) this.selected = null;
    this.draw();
  }

  /** Leaves the board as it is without pointing. */
  stop() {
    this.board.lift();
  }

  pick(at) {
    const offers = this.at(at);
    const other = this.actors.has(at.square) && at.square !== this.selected;
    if (at.square === this.selected && !offers.length) return this.select(null);
    if (offers.length === 1 && !other) return this.take(offers[0]);
    if (!offers.length) return this.select(at.square);
    const choices = offers.map((offer) => ({ ...offer, run: () => this.take(offer) }));
    if (other) choices.push({ words: `Select ${this.name(at.square)}`, cost: '', run: () => this.select(at.square) });
    this.board.ask(at.square, choices);
  }

  // The offers that are chosen where somebody points.
  at({ square, edge, precise }) {
    const own = this.offers.filter((offer) => offer.actor === this.selected || !offer.actor);
    const onEdge = edge ? own.filter((offer) => offer.edges.includes(edge)) : [];
    if (onEdge.length) return onEdge;
    const direct = own.filter((offer) => offer.squares.includes(square));
    return precise ? direct : [...direct, ...own.filter((offer) => offer.near.includes(square))];
  }

  select(square) {
    this.board.dismiss();
    const known = this.actors.has(square);
    this.selected = known ? square : null;
    this.draw();
    if (square && !known) this.tell(`${this.name(square)}: no legal step begins here.`);
  }

  async take(offer) {
    if (this.busy) return;
    this.busy = true;
    this.selected = offer.then || null;
    try {
      if (await this.choose(offer)) this.tell(`${offer.words} ${this.invitation()}`, this.spoken());
    } finally {
      this.busy = false;
    }
  }

  draw() {
    const own = this.own();
    this.mark(own);
    this.board.describe(this.squares, this.lit(own));
    this.board.select(this.selected);
    this.explain(own);
    this.offerTools(own);
    this.tell(this.invitation(), this.spoken());
  }

  // What whoever is selected may do; with nobody selected, what needs nobody.
  own() {
    return this.offers.filter(({ actor }) => (this.selected ? actor === this.selected : !actor));
  }

  mark(offers) {
    const { marks } = this.board;
    marks.clear();
    this.done.forEach((hit) => marks.hit(hit));
    if (this.selected) marks.select(this.selected);
    else this.actors.forEach((at) => marks.frame(at, 'm-may'));
    offers.forEach((offer) => marks.offer(offer));
  }

  // What may be done at each lit square, for those who hear the board.
  lit(own) {
    const lit = new Map();
    for (const offer of own) {
      for (const at of [...offer.squares, ...offer.near]) {
        const verb = offer.kind === 'join' ? 'start here' : WORDS[offer.kind].replace(/ to$/, ' here');
        if (!lit.get(at)?.includes(verb)) lit.set(at, [lit.get(at), verb].filter(Boolean).join(' or '));
      }
    }
    if (!this.selected) this.actors.forEach((at) => lit.set(at, 'can act'));
    return lit;
  }

  explain(own) {
    const kinds = new Set(own.map((offer) => offer.kind));
    if (own.some((offer) => offer.own.length)) kinds.add('own');
    const shown = Object.keys(LEGEND).filter((kind) => kinds.has(kind));
    this.legend.replaceChildren(...shown.map((kind) => {
      const item = element('span');
      item.append(sample(kind), LEGEND[kind]);
      return item;
    }));
  }

  // Steps that have no square of their own to click, and attacks with what they would hit.
  offerTools(own) {
    const steps = own.filter(({ kind }) => kind === 'transform' || kind === 'attack');
    const held = this.tools.contains(document.activeElement) && document.activeElement.textContent;
    const tools = steps.map((offer) => {
      const button = element('button', { type: 'button', class: `btn tiny${offer.warning ? ' risk' : ''}` });
      button.append(saying(offer));
      button.addEventListener('click', () => this.take(offer));
      for (const enter of ['mouseenter', 'focus']) button.addEventListener(enter, () => this.mark([offer]));
      for (const leave of ['mouseleave', 'blur']) button.addEventListener(leave, () => this.mark(own));
      return button;
    });
    this.tools.replaceChildren(...tools);
    // Whoever pressed one by key goes on where they may act next.
    if (held) (tools.find((tool) => tool.textContent === held) ?? this.board.entrance).focus();
  }

  // Who is selected, or who could be.
  invitation() {
    if (this.selected) return `${this.name(this.selected)}, is selected.`;
    if (this.extends) return 'Another Airlock can send its Engineer out in the same step, for no further action: select it.';
    if (this.offers.some((offer) => offer.kind === 'join')) return 'Framed doors are free Airlocks. Choose one to start there.';
    if (this.actors.size) return 'Choose who acts: your framed units and Airlocks.';
    return 'No further step is legal. Send the turn, or take a step back.';
  }

  // What the marks show, for those who hear the board: what whoever is selected may do, and where.
  spoken() {
    const can = new Map();
    for (const offer of this.selected ? this.own() : []) {
      const place = offer.way ?? (offer.kind === 'transform' ? '' : offer.squares[0]);
      can.set(offer.kind, [...(can.get(offer.kind) ?? []), place].filter(Boolean));
    }
    const ways = [...can].map(([kind, places]) => [WORDS[kind], [...new Set(places)].join(', ')].join(' ').trim());
    return ways.length ? `It can ${ways.join('; ')}.` : '';
  }

  name(square) {
    return [square, this.squares.words.get(square)].filter(Boolean).join(', ');
  }

  tell(shown, heard = '') {
    const text = [shown, heard].join(' ').trim();
    if (this.say.textContent === text) return;
    this.say.replaceChildren(shown);
    if (heard) this.say.append(' ', element('span', { class: 'vh' }, heard));
  }
}

// The steps that the page offers as buttons. A placement that fits into the last step for no action
// stands before the same placement as a step of its own.
function offersIn(verdict) {
  const buttons = verdict.querySelectorAll('[name="extend"], [data-next] [name="instead"]');
  const offers = [...buttons].map(({ name, value, dataset }) => {
    const hits = list(dataset.hits);
    return { ...read(value, hits), ...dataset, name, value, hits, own: list(dataset.own) };
  });
  const placed = new Set(offers.filter(({ name }) => name === 'extend').map(({ actor, squares }) => actor + squares[0]));
  return offers.filter(({ name, kind, actor, squares }) => name === 'extend' || kind !== 'spawn' || !placed.has(actor + squares[0]));
}

function list(words) {
  return words ? words.split(' ') : [];
}
