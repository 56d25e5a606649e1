// The share of the freight of each shipper of the demo that the house keeps: thin for large ones, more where the roads are short.

/** Shares of the total in millionths, by shipper. */
const fees: Readonly<Record<string, number>> = {
  shipper: 50_000,
  shipper2: 80_000,
  shipper3: 130_000,
  shipper4: 85_000,
  shipper5: 55_000,
  shipper6: 90_000,
}

/** The fee of a shipper of the demo as its company and its offers have it. */
export function feePpmOf(shipper: string): number {
  const fee = fees[shipper]
  if (fee === undefined) throw new Error(`demo: no fee of ${shipper}`)
  return fee
}
