// Company policies: what a company decides for itself, switch by switch, saved together after reading what changes.
import { getPolicies, setPolicies, type CompanyPolicies } from '@yunshu/contract/policy'
import { staleAfter } from '@yunshu/contract/topics'
import { batchLimitInWords, batchLimitLabels, type BatchLimit } from '@yunshu/domain/company/batchLimit'
import {
  type FreePolicy,
  type Policies,
  type PolicyKey,
  decisionsOf,
  freePolicies,
  policies,
  policyGroups,
  policyInWords,
} from '@yunshu/domain/company/company'
import { Button, Switch } from 'antd'
import { useId, useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { Time } from '../../ui/Figures.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { WriteDialog } from '../../ui/WriteDialog.tsx'
import { BatchLimitLines, changedLimits, limitOf, type LimitDraft } from './BatchLimitLines.tsx'
import './policy.css'

/** Switched positions by policy; a policy that was not touched is absent. */
type PolicyDraft = Readonly<Partial<Record<FreePolicy, boolean>>>

/** The policies a draft would change, in the order they are shown. */
const changedBy = (draft: PolicyDraft, inForce: Policies): FreePolicy[] =>
  freePolicies.filter(key => draft[key] !== undefined && draft[key] !== inForce[key])

const isFree = (key: PolicyKey): key is FreePolicy => freePolicies.some(free => free === key)

/** Screen CompanyPolicies. */
export default function CompanyPoliciesPage() {
  const { data, error, refetch } = useCall(getPolicies, {}, { quiet: true })
  if (error && !data)
    return (
      <ErrorState
        error={error}
        retry={() => {
          void refetch()
        }}
      />
    )
  return data ? (
    <PolicyForm
      company={data}
      reload={() => {
        void refetch()
      }}
    />
  ) : (
    <div className="panel-wait">
      <Skeleton lines={10} />
    </div>
  )
}

interface Typed extends Readonly<Record<string, unknown>> {
  readonly decisions: PolicyDraft
  readonly limitTexts: LimitDraft
}
const nothingTyped: Typed = { decisions: {}, limitTexts: {} }

/** The decisions so far, kept as a draft until they are saved or undone. */
function useDecisions(version: number) {
  const { typed, type, draft } = useTyped(
    { call: setPolicies, fixed: { version }, title: '企业策略', isPage: true },
    nothingTyped,
  )
  const { decisions, limitTexts } = typed
  return {
    decisions,
    limitTexts,
    notice: draft.notice,
    /** Undefined: as it is in force. */
    decide: (key: FreePolicy, isOn: boolean | undefined): void => {
      const { [key]: _, ...others } = decisions
      type({ decisions: isOn === undefined ? others : { ...others, [key]: isOn } })
    },
    say: (next: LimitDraft): void => type({ limitTexts: next }),
    undo: (): void => type(nothingTyped),
  }
}

function PolicyForm({ company, reload }: { company: CompanyPolicies; reload: () => void }) {
  const { companyName, version, inForce, changed, batchLimit } = company
  const { decisions, limitTexts, decide, say, undo, notice } = useDecisions(version)
  const [isAsking, setAsking] = useState(false)
  const changes = changedBy(decisions, inForce)
  const limits = changedLimits(limitTexts, batchLimit)
  const limit = limitOf(limitTexts, batchLimit)
  const count = changes.length + limits.length
  const { submit } = useSend(setPolicies, {
    quiet: true,
    invalidates: staleAfter('policy'),
    done: () => {
      undo()
      toast.success('企业策略已保存，立即生效')
    },
  })
  return (
    <div className="ys-page">
      <header className="ys-page-head ys-head-said">
        <h1>企业策略</h1>
      </header>
      <div className="ys-page-body policy">
        {notice}
        <p className="ys-weak">
          {companyName} ·{' '}
          {changed ? (
            <>
              最近由 {changed.by} 于 <Time value={changed.at} /> 修改
            </>
          ) : (
            '尚未修改过，均为平台默认'
          )}
        </p>
        {policyGroups.map(({ title, keys, hasLimit = false }) => (
          <section key={title} aria-label={title}>
            <h2>{title}</h2>
            <ul className="policy-list">
              {keys.map(key =>
                isFree(key) ? (
                  <PolicyLine
                    key={key}
                    policy={key}
                    isOn={decisions[key] ?? inForce[key]}
                    isChanged={changes.includes(key)}
                    onSwitch={isOn => decide(key, isOn === inForce[key] ? undefined : isOn)}
                  />
                ) : (
                  <PolicyLine key={key} policy={key} isOn={inForce[key]} />
                ),
              )}
              {hasLimit && <BatchLimitLines inForce={batchLimit} draft={limitTexts} onType={say} />}
            </ul>
          </section>
        ))}
      </div>
      <PolicyFoot count={count} isReady={limit !== undefined} onUndo={undo} onSave={() => setAsking(true)} />
      {isAsking && limit !== undefined && (
        <WriteDialog
          title="确认修改企业策略"
          okText="确认修改"
          isReady={count > 0}
          onSend={() => submit({ version, decisions: { ...decisionsOf(inForce), ...decisions }, batchLimit: limit })}
          onClose={() => setAsking(false)}
          onReload={reload}
        >
          <PolicyChanges {...{ changes, inForce, limits }} before={batchLimit} after={limit} />
        </WriteDialog>
      )}
    </div>
  )
}

interface PolicyFootProps {
  count: number
  isReady: boolean
  onUndo: () => void
  onSave: () => void
}

/** Always in reach: what was switched, and saving it. */
function PolicyFoot({ count, isReady, onUndo, onSave }: PolicyFootProps) {
  return (
    <footer className="ys-page-foot policy-foot">
      <span className="ys-weak">{count === 0 ? '没有修改' : `已改 ${count} 项，保存后立即生效`}</span>
      <Button disabled={count === 0} onClick={onUndo}>
        撤销修改
      </Button>
      <Button type="primary" disabled={count === 0 || !isReady} onClick={onSave}>
        {count === 0 ? '保存' : `保存 ${count} 项修改`}
      </Button>
    </footer>
  )
}

interface PolicyChangesProps {
  changes: readonly FreePolicy[]
  inForce: Policies
  limits: readonly (keyof BatchLimit)[]
  before: BatchLimit
  after: BatchLimit
}

/** Everything that changes by saving, old and new. */
function PolicyChanges({ changes, inForce, limits, before, after }: PolicyChangesProps) {
  const lines = [
    ...changes.map(key => [policies[key].label, policyInWords(inForce[key]), policyInWords(!inForce[key])] as const),
    ...limits.map(
      key => [batchLimitLabels[key], batchLimitInWords(key, before), batchLimitInWords(key, after)] as const,
    ),
  ]
  return (
    <>
      <p>保存后立即对全企业生效：</p>
      <ul className="policy-changes">
        {lines.map(([label, old, now]) => (
          <li key={label}>
            {label}：<span className="ys-weak">{old}</span> → <strong>{now}</strong>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Without `onSwitch` the platform keeps it for everybody. */
function PolicyLine({
  policy,
  isOn,
  isChanged = false,
  onSwitch,
}: {
  policy: PolicyKey
  isOn: boolean
  isChanged?: boolean
  onSwitch?: (isOn: boolean) => void
}) {
  const id = useId()
  const { label, hint } = policies[policy]
  return (
    <li className="policy-line" data-changed={isChanged}>
      <div>
        <strong id={`${id}-label`}>{label}</strong>
        {!onSwitch && <span className="ys-tag ys-tag-idle">平台统一</span>}
        {isChanged && <span className="ys-tag ys-tag-warn">未保存</span>}
        <p className="ys-weak" id={`${id}-hint`}>
          {hint}
        </p>
      </div>
      <Switch
        checked={isOn}
        disabled={!onSwitch}
        {...(onSwitch ? { onChange: onSwitch } : {})}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
      />
    </li>
  )
}
