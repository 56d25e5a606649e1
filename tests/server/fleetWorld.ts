// Test support: vehicles, drivers and payees as people write them, made and verified through the product's own calls.
import type { Input } from '@yunshu/contract/call'
import { addDriver, submitDriver, uploadDriverFiles, verifyDriver } from '@yunshu/contract/fleet/driver'
import { addPayee, submitPayee, uploadPayeeFiles, verifyPayee } from '@yunshu/contract/fleet/payee'
import { addVehicle, submitVehicle, uploadVehicleFiles } from '@yunshu/contract/fleet/vehicle'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { grams } from '@yunshu/domain/figures/weight'
import { demoCard, demoIdNo } from '../../apps/server/demo/invented.ts'
import type { Client } from './testServer.ts'

export const inAYear = Date.now() + 365 * DAY_MS
export const photo = {
  name: '证件.png',
  bytes: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

export const vehicle = (over: Partial<Input<typeof addVehicle>> = {}): Input<typeof addVehicle> => ({
  plate: '冀B88888',
  plateColor: '2',
  typeCode: 'H11',
  energy: 'B',
  tonnageG: grams(18_000_000),
  grossG: grams(31_000_000),
  transportCertNo: '130200123456',
  transportCertExpiry: inAYear,
  licenceExpiry: inAYear,
  ...over,
})
export const idNoOf = (n: number): string => demoIdNo('130102', '19800115', n)
export const driver = (n: number, over: Partial<Input<typeof addDriver>> = {}): Input<typeof addDriver> => ({
  name: '陈长顺',
  idNo: idNoOf(n),
  mobile: '19900007777',
  licenceClass: 'A2',
  licenceExpiry: inAYear,
  licenceNo: idNoOf(n),
  qualificationNo: idNoOf(n),
  qualificationExpiry: inAYear,
  idCardExpiry: inAYear,
  ...over,
})
export const card = (n: number): string => demoCard(n)
export const person = (n: number, over: Partial<Input<typeof addPayee>> = {}): Input<typeof addPayee> => ({
  kind: 'PERSON',
  name: '仲文山',
  idNo: demoIdNo('130102', '19750310', n),
  mobile: '19900006666',
  bank: '中国工商银行',
  accountNo: card(n),
  ...over,
})

/** A vehicle with its documents, handed in; answers id and version. */
export async function handInVehicle(
  as: Client,
  input: Input<typeof addVehicle>,
): Promise<{ id: string; version: number }> {
  const { id } = await as.send(addVehicle, input)
  for (const category of ['licenceFront', 'licenceBack', 'transportCert'] as const)
    await as.send(uploadVehicleFiles, { id, category }, { files: [photo] })
  return as.send(submitVehicle, { id, version: 4 })
}

/** A driver with his documents, verified. */
export async function makeDriver(
  as: Client,
  house: Client,
  input: Input<typeof addDriver>,
): Promise<{ id: string; version: number }> {
  const { id } = await as.send(addDriver, input)
  for (const category of ['idFront', 'idBack', 'licence', 'qualification'] as const)
    await as.send(uploadDriverFiles, { id, category }, { files: [photo] })
  await as.send(submitDriver, { id, version: 5 })
  return house.send(verifyDriver, { id, version: 6, verdict: 'approve' })
}

/** A payee with its documents, verified. */
export async function makePayee(
  as: Client,
  house: Client,
  input: Input<typeof addPayee>,
): Promise<{ id: string; version: number }> {
  const { id } = await as.send(addPayee, input)
  const kinds =
    input.kind === 'COMPANY'
      ? (['licence', 'card'] as const)
      : input.driverId === undefined
        ? (['card', 'idFront', 'idBack'] as const)
        : (['card'] as const)
  for (const category of kinds) await as.send(uploadPayeeFiles, { id, category }, { files: [photo] })
  const { version } = await as.send(submitPayee, { id, version: 1 + kinds.length })
  return house.send(verifyPayee, { id, version, verdict: 'approve' })
}
