// The way of a frame from the relay to the sockets: inside one process now, between processes behind the same port later.

/** A frame for one person, already written as the text that is sent. */
export interface Delivery { readonly userId: string; readonly seq: number; readonly text: string }

export interface Bus {
  readonly publish: (deliveries: readonly Delivery[]) => void
  /** Hears every delivery from now on; the answer stops it. */
  readonly subscribe: (hear: (deliveries: readonly Delivery[]) => void) => () => void
}

/** A bus within this process. */
export function createLocalBus(): Bus {
  const ears = new Set<(deliveries: readonly Delivery[]) => void>()
  return {
    publish: (deliveries) => { for (const hear of ears) hear(deliveries) },
    subscribe: (hear) => {
      ears.add(hear)
      return () => { ears.delete(hear) }
    },
  }
}
