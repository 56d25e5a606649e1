// Handing a task down to another carrier: how much, for what price, until when it answers; and what became of the parts
// handed down.
import { getReleaseView, type ReleaseView } from '@yunshu/contract/task/release'
import { pricings } from '@yunshu/domain/goods/goods'
import { releaseDepth } from '@yunshu/domain/task/release'
import { printQuantity } from '@yunshu/domain/goods/quantity'
import { taskStates } from '@yunshu/domain/task/task'
import { printUnitPrice, unitPrice } from '@yunshu/domain/figures/unitPrice'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { useCall } from '../../lib/useCall.ts'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { Section } from '../../ui/Facts.tsx'
import { QuantityInput, UnitPriceInput } from '../../ui/fields/FigureInput.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { DialogField, WriteFault } from '../../ui/WriteDialog.tsx'
import { CarrierSearch } from './CarrierSearch.tsx'
import { ReleaseHero, ReleaseStrip } from './ReleaseHead.tsx'
import { ReleaseParts } from './ReleaseParts.tsx'
import { TermsFields } from './TermsFields.tsx'
import { useReleasing } from './useReleasing.ts'
import './task.css'

type Releasing = ReturnType<typeof useReleasing>

/** Screen ReleaseAppoint; the id is the task's. */
export default function ReleaseAppointPage() {
  const { id = '' } = useParams()
  const answer = useCall(getReleaseView, { taskId: id }, { quiet: true })
  const reload = (): void => {
    void answer.refetch()
  }
  const releasing = useReleasing(id, answer.data, reload)
  return (
    <>
      <DetailPage
        answer={answer}
        title={({ task }) => `转派任务 ${task.taskNo}`}
        hero={view => <ReleaseHero view={view} />}
        footer={view => <Footer view={view} releasing={releasing} onReload={reload} />}
      >
        {view => (
          <>
            <ReleaseStrip view={view} />
            <Section title="转派给">
              {releasing.notice}
              {canRelease(view) || releasing.draft.carrier !== undefined ? (
                <ReleaseForm view={view} releasing={releasing} />
              ) : (
                <EmptyState text={whyNot(view)} />
              )}
            </Section>
            <Section title="转派记录">
              {view.parts.length === 0 ? (
                <p className="ys-weak">还没有转派</p>
              ) : (
                <ReleaseParts
                  parts={view.parts}
                  mode={view.task.quantityMode}
                  pricing={view.task.pricing}
                  onReload={reload}
                />
              )}
            </Section>
          </>
        )}
      </DetailPage>
    </>
  )
}

const canRelease = ({ task }: ReleaseView): boolean => task.acts.includes('release')
const whyNot = ({ fault, task }: ReleaseView): string =>
  fault ?? (task.remainQty === 0 ? '该任务已没有待派数量' : `任务${taskStates.states[task.state].label}，不能转派`)

function ReleaseForm({
  view: { task, unitPrice: own },
  releasing: { draft, faults, change },
}: {
  view: ReleaseView
  releasing: Releasing
}) {
  const { quantityMode: mode } = task
  const earns =
    own !== undefined && typeof draft.price === 'number' && draft.price <= own ? own - draft.price : undefined
  return (
    <>
      <div className="ys-form-grid tk-terms">
        <Labelled label="承运商" fault={faults.carrierId}>
          {id => (
            <CarrierSearch id={id} taskId={task.id} value={draft.carrier} onChange={carrier => change({ carrier })} />
          )}
        </Labelled>
        <Labelled label="转派数量" fault={faults.qty}>
          {id => (
            <QuantityInput
              id={id}
              mode={mode}
              value={draft.qty}
              onChange={qty => change({ qty })}
              placeholder={`最多 ${printQuantity(mode, task.remainQty)}`}
            />
          )}
        </Labelled>
        <Labelled
          label="转派单价"
          fault={faults.unitPrice}
          note={
            earns === undefined
              ? '对方看不到本公司单价'
              : `本公司差价 ${printUnitPrice(unitPrice(earns))} ${pricings[task.pricing].label}`
          }
        >
          {id => (
            <UnitPriceInput
              id={id}
              unit={pricings[task.pricing].label}
              value={draft.price}
              onChange={price => change({ price })}
              placeholder="对方的承运单价"
            />
          )}
        </Labelled>
      </div>
      <TermsFields
        terms={draft.terms}
        fault={faults.answerBy}
        mayAllow={task.depth + 1 < releaseDepth}
        onChange={terms => change({ terms })}
      />
    </>
  )
}

function Labelled({
  label,
  fault,
  note,
  children,
}: {
  label: string
  fault: string | undefined
  note?: string | undefined
  children: (id: string) => ReactNode
}) {
  return (
    <div>
      <DialogField label={label} isRequired>
        {children}
      </DialogField>
      {fault === undefined ? (
        note !== undefined && <span className="ys-weak">{note}</span>
      ) : (
        <span className="ys-fault" role="alert">
          {fault}
        </span>
      )}
    </div>
  )
}

function Footer({
  view,
  releasing: { fault, canSend, isBusy, send, forgetFault },
  onReload,
}: {
  view: ReleaseView
  releasing: Releasing
  onReload: () => void
}) {
  return (
    <div className="tk-foot tk-foot-wide">
      <span className="tk-sums" aria-live="polite">
        <span>
          待派 <strong className="ys-figure">{printQuantity(view.task.quantityMode, view.task.remainQty)}</strong>
        </span>
        {!canSend && <span className="ys-weak">选好承运商、填好数量和单价后可以转派</span>}
        <WriteFault
          error={fault}
          onReload={() => {
            forgetFault()
            onReload()
          }}
        />
      </span>
      <Button type="primary" disabled={!canSend} loading={isBusy} onClick={() => void send()}>
        确认转派
      </Button>
    </div>
  )
}
