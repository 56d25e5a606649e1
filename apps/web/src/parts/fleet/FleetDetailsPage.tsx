// The page of one vehicle or driver: how it stands, its certificates, facts and documents, its waybills and history.
import { Suspense, useState, type ComponentProps, type ReactNode } from 'react'
import { useCan } from '../../lib/can.ts'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { Section } from '../../ui/Facts.tsx'
import { History } from '../../ui/record/History.tsx'
import { People } from '../../ui/record/People.tsx'
import { FleetActs } from './FleetActs.tsx'
import { FleetCertificates } from './FleetCertificates.tsx'
import { FleetDocuments } from './FleetDocuments.tsx'
import { FleetNotes } from './FleetNotes.tsx'
import { notJudged, photosOf } from './JudgedPhotos.tsx'
import { FleetHero } from './FleetHero.tsx'
import type { Carrying, FleetKind } from './fleetKind.ts'
import { useKeeping } from './useKeeping.ts'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { useReopening } from '../../ui/form/useReopening.ts'

interface FleetDetailsPageProps<
  Row extends Carrying,
  Part extends string,
  Certificate extends string,
  Document extends string,
> {
  id: string
  answer: ComponentProps<typeof DetailPage<Row>>['answer']
  kind: FleetKind<Row, Part, Certificate, Document>
  /** Sections between the documents and the waybills. */
  more?: (record: Row) => ReactNode
}

export function FleetDetailsPage<
  Row extends Carrying,
  Part extends string,
  Certificate extends string,
  Document extends string,
>(props: FleetDetailsPageProps<Row, Part, Certificate, Document>) {
  const { id, answer, kind, more } = props
  const { word, nameOf, parts, catalogue, documents, endOf, facts, drawer } = kind
  const [isEditing, setEditing] = useState(false)
  const keeping = useKeeping(id, kind)
  useReopening(...(answer.data ? [[() => setEditing(true), kind.edits, { id }] as const] : []))
  const reload = (): void => {
    void answer.refetch()
  }
  return (
    <DetailPage
      answer={answer}
      title={it => `${word} ${nameOf(it)}`}
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
      notice={it => <FleetNotes record={it} word={word} parts={parts} />}
      rail={it => (
        <>
          {kind.people && <People people={kind.people(it)} />}
          <WaybillsSection word={word} url={kind.waybillsUrl(it)} openWaybills={it.openWaybills} />
          <History log={it.log} />
        </>
      )}
    >
      {it => (
        <>
          <FleetCertificates
            record={it}
            catalogue={catalogue}
            parts={parts}
            photosOf={photosOf(it, kind, key => kind.saidOf?.(it, key) ?? [])}
            isBusy={keeping.isJudging}
            onReload={reload}
            onReject={verdict => keeping.sendBack(it.version, verdict)}
            onApprove={approval => keeping.approveOne(it.version, approval)}
          />
          {/* the judge has the photos below the verdicts, before what was typed of them */}
          {!it.acts.includes('verify') && facts(it)}
          <FleetDocuments
            record={it}
            kinds={documents}
            only={notJudged(it, kind)}
            note={kind => endOf(it, kind)}
            isBusy={keeping.isUploading}
            onReload={reload}
            onSend={keeping.upload}
          />
          {it.acts.includes('verify') && facts(it)}
          {more?.(it)}
          {isEditing && (
            <Suspense fallback={null}>
              <Reopens by={() => setEditing(true)}>{drawer(it, () => setEditing(false))}</Reopens>
            </Suspense>
          )}
        </>
      )}
    </DetailPage>
  )
}

interface WaybillsSectionProps {
  word: string
  url: string
  openWaybills: number
}

/** The number of waybills under way, with a link to them. */
function WaybillsSection({ word, url, openWaybills }: WaybillsSectionProps) {
  const canSeeWaybills = useCan('waybill.view')
  return (
    <Section
      title="运单"
      extra={
        canSeeWaybills && (
          <a className="ys-link" href={url}>
            查看该{word}的运单
          </a>
        )
      }
    >
      <p className="ys-weak">{openWaybills > 0 ? `有 ${openWaybills} 张运单进行中` : '目前没有进行中的运单'}</p>
    </Section>
  )
}
