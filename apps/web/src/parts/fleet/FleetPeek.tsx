// A vehicle or driver in the panel beside its list: how it stands, what is out of order, its certificates, and its facts.
import { Suspense, useState, type ComponentProps, type ReactNode } from 'react'
import { RecordPeek } from '../../ui/record/RecordPeek.tsx'
import { FleetActs } from './FleetActs.tsx'
import { FleetCertificates } from './FleetCertificates.tsx'
import { FleetHero } from './FleetHero.tsx'
import type { Carrying, FleetKind } from './fleetKind.ts'
import { FleetNotes } from './FleetNotes.tsx'
import { useKeeping } from './useKeeping.ts'

interface FleetPeekProps<
  Row extends Carrying,
  Part extends string,
  Certificate extends string,
  Document extends string,
> {
  id: string
  answer: ComponentProps<typeof RecordPeek<Row>>['answer']
  kind: FleetKind<Row, Part, Certificate, Document>
  /** The facts of its row, until the answer is there. */
  pending: ReactNode
}

export function FleetPeek<
  Row extends Carrying,
  Part extends string,
  Certificate extends string,
  Document extends string,
>({ id, answer, kind, pending }: FleetPeekProps<Row, Part, Certificate, Document>) {
  const { word, nameOf, parts, catalogue, facts, drawer } = kind
  const [isEditing, setEditing] = useState(false)
  const keeping = useKeeping(id, kind)
  const reload = (): void => {
    void answer.refetch()
  }
  return (
    <RecordPeek
      answer={answer}
      pending={pending}
      hero={it => (
        <FleetHero record={it} word={word} name={nameOf(it)} line={kind.lineOf(it)}>
          <FleetActs
            record={it}
            name={nameOf(it)}
            word={word}
            parts={parts}
            catalogue={catalogue}
            isBusy={keeping.isBusy}
            pageOf={kind.pageOf}
            onEdit={() => setEditing(true)}
            onReload={reload}
            sends={keeping.sendsOf(it.version)}
          />
        </FleetHero>
      )}
    >
      {it => (
        <>
          <FleetNotes record={it} word={word} parts={parts} />
          <FleetCertificates
            record={it}
            catalogue={catalogue}
            parts={parts}
            isBusy={keeping.isJudging}
            onReload={reload}
            onReject={verdict => keeping.sendBack(it.version, verdict)}
            onApprove={approval => keeping.approveOne(it.version, approval)}
          />
          {facts(it)}
          {isEditing && <Suspense fallback={null}>{drawer(it, () => setEditing(false))}</Suspense>}
        </>
      )}
    </RecordPeek>
  )
}
