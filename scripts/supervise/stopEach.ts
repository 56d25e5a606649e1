// Stops what the product consists of, one after another: what cannot be stopped leaves nothing behind it unasked.

/** Stops each in order; answers a line for each that could not. */
export async function stopEach(running: readonly { readonly stop: () => Promise<void> }[]): Promise<string[]> {
  const faults: string[] = []
  for (const one of running)
    try {
      await one.stop()
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error))
    }
  return faults
}
