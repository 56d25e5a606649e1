// Groups of vehicles leased by processes: each has one owner, whose successor fences it off by the epoch of its cursors.
import type pg from 'pg'

/** A lease is dead when its beat stood still for this long on the watcher's own clock. */
const deadMs = 10_000

interface Seen {
  readonly owner: string | null
  readonly epoch: number
  readonly beat: number
  /** When the watcher saw this beat first, by a clock that never jumps. */
  readonly since: number
}

/** The leases of one process. */
export class Shards {
  readonly #owner: string
  readonly #monotonic: () => number
  #seen = new Map<number, Seen>()
  #mine = new Map<number, number>()

  constructor(owner: string, monotonic: () => number = () => performance.now()) {
    this.#owner = owner
    this.#monotonic = monotonic
  }

  /** Groups that are this process's. */
  get groups(): number[] {
    return [...this.#mine.keys()].sort((a, b) => a - b)
  }

  /** Beats, lets go of what others have taken, takes what is free or dead. True when the groups changed. */
  async hold(client: pg.ClientBase): Promise<boolean> {
    const before = this.groups.join()
    await client.query('update track_shards set beat = beat + 1 where owner = $1', [this.#owner])
    const { rows } = await client.query<{ g: number; owner: string | null; epoch: number; beat: number }>(
      'select shard_group as g, owner, epoch, beat::float8 as beat from track_shards order by shard_group',
    )
    const now = this.#monotonic()
    for (const { g, owner, epoch, beat } of rows) {
      const last = this.#seen.get(g)
      const isSame = last?.owner === owner && last.epoch === epoch && last.beat === beat
      const seen: Seen = { owner, epoch, beat, since: isSame ? last.since : now }
      this.#seen.set(g, seen)
      if (owner === this.#owner && this.#mine.get(g) === epoch) continue
      this.#mine.delete(g)
      const isDead = owner === null || owner === this.#owner || now - seen.since >= deadMs
      if (isDead) await this.#take(client, g, epoch)
    }
    return this.groups.join() !== before
  }

  async #take(client: pg.ClientBase, group: number, epoch: number): Promise<void> {
    const { rows } = await client.query<{ epoch: number }>(
      'update track_shards set owner = $1, epoch = epoch + 1, beat = beat + 1 where shard_group = $2 and epoch = $3 returning epoch',
      [this.#owner, group, epoch],
    )
    const [taken] = rows
    if (taken !== undefined) this.#mine.set(group, taken.epoch)
  }

  /** Gives the groups back, so that another need not wait until they are dead. */
  async release(client: pg.ClientBase): Promise<void> {
    await client.query('update track_shards set owner = null where owner = $1', [this.#owner])
    this.#mine = new Map()
  }
}
