// Vehicles or drivers as their pages and peeks show them: words, calls, papers, and the parts of a record.
import type { Call } from '@yunshu/contract/call'
import type { FleetRecord } from '@yunshu/contract/fleet/fleet'
import type { ReactNode } from 'react'
import type { Fact } from '../../ui/Facts.tsx'
import type { Person } from '../../ui/record/People.tsx'
import type { Keeping } from './useKeeping.ts'

/** A record that carries freight. */
export type Carrying = FleetRecord & { readonly openWaybills: number }

export interface FleetKind<
  Row extends Carrying,
  Part extends string,
  Certificate extends string,
  Document extends string,
> extends Keeping<Part, Certificate, Document> {
  /** The word for such a record: 车辆, 司机. */
  readonly word: string
  readonly nameOf: (record: Row) => string
  readonly documents: Readonly<Record<Document, string>>
  /** Until when the paper of a document is good. */
  readonly endOf: (record: Row, document: Document) => ReactNode
  /** Address of another record of the kind. */
  readonly pageOf: (id: string) => string
  /** Address of its waybills. */
  readonly waybillsUrl: (record: Row) => string
  readonly facts: (record: Row) => ReactNode
  /** The typed facts of a certificate, for the verifier to compare with its photos. */
  readonly saidOf?: (record: Row, certificate: string) => readonly Fact[]
  /** The record in one line. */
  readonly lineOf: (record: Row) => string
  /** The people to call about it. */
  readonly people?: (record: Row) => readonly Person[]
  /** The call of its drawer. */
  readonly edits: Call
  readonly drawer: (record: Row, onClose: () => void) => ReactNode
}
