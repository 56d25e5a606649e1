// A shipper's prepaid money in the order it came: money from before a claim, the money of the claim, and younger money. A use takes
// the oldest first, and gives back to where it had taken.
import { addFen, negateFen, smallerFen, subtractFen, sumFen, ZERO_FEN, type Fen } from '../figures/money.ts'

/** The layers of prepaid money beside one claim, the oldest first. */
export const prepaidLayers = ['older', 'claim', 'younger'] as const
export type PrepaidLayer = (typeof prepaidLayers)[number]
type Layers = Record<PrepaidLayer, Fen>

/** A change of prepaid money after the claim, in the order of the books. */
export interface PrepaidStep {
  readonly key: string
  /** Money that came, above zero; or went. */
  readonly amount: Fen
  /** The layer of money that came anew; of a step that takes another back, that of one from before the claim. */
  readonly layer: PrepaidLayer
  /** The step it takes back, by its key; one from before the claim is not known. */
  readonly takesBack?: string | undefined
  /** It is a refund the shipper asked for that stands. */
  readonly isAskedBack: boolean
}

const none = (): Layers => ({ older: ZERO_FEN, claim: ZERO_FEN, younger: ZERO_FEN })

/** Prepaid money beside one claim, with `older` there before it; steps are laid on it one after the other. */
export class PrepaidBeside {
  readonly #there: Layers
  readonly #moved = new Map<string, Layers>()
  #asked: Fen = ZERO_FEN

  constructor(older: Fen) {
    this.#there = { ...none(), older }
  }

  /** The money of the claim that refunds took, fen. */
  get asked(): Fen {
    return this.#asked
  }

  lay(step: PrepaidStep): void {
    const back = step.takesBack === undefined ? undefined : this.#moved.get(step.takesBack)
    const moved = step.amount > 0 ? this.#put(step, back) : this.#take(negateFen(step.amount), back)
    this.#moved.set(step.key, moved)
    if (step.isAskedBack) this.#asked = addFen(this.#asked, moved.claim)
    this.#cover()
    if (step.amount > 0 && moved.older > 0) this.#standFor()
  }

  /** Money that came lies on its layer, money of a use that is taken back where it had been taken. */
  #put({ amount, layer }: PrepaidStep, back: Layers | undefined): Layers {
    const put = back ?? { ...none(), [layer]: amount }
    for (const each of prepaidLayers) this.#there[each] = addFen(this.#there[each], put[each])
    return put
  }

  /** Takes money that is taken back from where it lay, as far as it lies there, the rest from the oldest on. */
  #take(amount: Fen, back: Layers | undefined): Layers {
    const taken = none()
    const takeOf = (layer: PrepaidLayer, most: Fen): void => {
      const left = subtractFen(amount, sumFen(Object.values(taken)))
      const there = this.#there[layer] > 0 ? this.#there[layer] : ZERO_FEN
      const some = smallerFen(smallerFen(left, most), there)
      taken[layer] = addFen(taken[layer], some)
      this.#there[layer] = subtractFen(this.#there[layer], some)
    }
    for (const layer of prepaidLayers) takeOf(layer, back?.[layer] ?? ZERO_FEN)
    for (const layer of prepaidLayers) takeOf(layer, amount)
    // a later entry gives back what is short
    const short = subtractFen(amount, sumFen(Object.values(taken)))
    taken.younger = addFen(taken.younger, short)
    this.#there.younger = subtractFen(this.#there.younger, short)
    return taken
  }

  /** Older money that is there again stands for what a refund had to take of the claim: it would have gone first. */
  #standFor(): void {
    const some = smallerFen(this.#asked, this.#there.older)
    this.#asked = subtractFen(this.#asked, some)
    this.#there.older = subtractFen(this.#there.older, some)
    this.#there.claim = addFen(this.#there.claim, some)
  }

  /** Older money that is there again makes good the youngest where that is short. */
  #cover(): void {
    for (const layer of ['older', 'claim'] as const) {
      const short = this.#there.younger < 0 ? negateFen(this.#there.younger) : ZERO_FEN
      const some = smallerFen(short, this.#there[layer])
      this.#there[layer] = subtractFen(this.#there[layer], some)
      this.#there.younger = addFen(this.#there.younger, some)
    }
  }
}
