// Company policies: what a company decides for itself, switch by switch, saved together after reading what changes.
import { getPolicies, setPolicies, type CompanyPolicies } from '@yunshu/contract/policy'
import { staleAfter } from '@yunshu/contract/topics'
import { batchLimitInWords, batchLimitLabels, type BatchLimit } from '@yunshu/domain/company/batchLimit'
import {
  type FreePolicy,
  type PolicyKey,
  type SeenPolicies,
  decisionsOf,
  freePolicies,
  policies,
  policyGroups,
  policyInWords,
} from '@yunshu/domain/company/company'
import { Button, Switch } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { Time } from '../../ui/Figures.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { WriteDialog } from '../../ui/WriteDialog.tsx'
import { lossPolicyInWords, lossPolicyLabels } from '@yunshu/domain/company/lossPolicy'
import { BatchLimitLines, changedLimits, limitOf, type LimitDraft } from './BatchLimitLines.tsx'
import { changedLosses, lossesOf, LossLines, type LossDraft } from './LossLines.tsx'
import './policy.css'

/** Switched positions by policy; a policy that was not touched is absent. */
type PolicyDraft = Readonly<Partial<Record<FreePolicy, boolean>>>

/** The policies a draft would change, in the order they are shown. */
const changedBy = (draft: PolicyDraft, inForce: SeenPolicies): FreePolicy[] =>
  freePolicies.filter(key => draft[key] !== undefined && draft[key] !== inForce[key])

const isFree = (key: PolicyKey): key is FreePolicy => freePolicies.some(free => free === key)

const isOnIn = (inForce: SeenPolicies, key: PolicyKey): boolean => inForce[key] ?? policies[key].standard

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
  readonly lossDraft: LossDraft
}
const nothingTyped: Typed = { decisions: {}, limitTexts: {}, lossDraft: {} }

/** The decisions so far, kept as a draft until they are saved or undone. */
function useDecisions(version: number) {
  const { typed, type, draft } = useTyped(
    { call: setPolicies, fixed: { version }, title: '企业策略', isPage: true },
    nothingTyped,
  )
  const { decisions, limitTexts, lossDraft } = typed
  return {
    decisions,
    limitTexts,
    lossDraft,
    notice: draft.notice,
    /** Undefined: as it is in force. */
    decide: (key: FreePolicy, isOn: boolean | undefined): void => {
      const { [key]: _, ...others } = decisions
      type({ decisions: isOn === undefined ? others : { ...others, [key]: isOn } })
    },
    say: (next: LimitDraft): void => type({ limitTexts: next }),
    sayLoss: (next: LossDraft): void => type({ lossDraft: next }),
    undo: (): void => type(nothingTyped),
  }
}

/** Everything the decisions so far would change, and whether they can be read. */
function useChanges({ version, inForce, batchLimit, losses }: CompanyPolicies) {
  const made = useDecisions(version)
  const changes = changedBy(made.decisions, inForce)
  const limits = changedLimits(made.limitTexts, batchLimit)
  const limit = limitOf(made.limitTexts, batchLimit)
  const lossChanges = losses === undefined ? [] : changedLosses(made.lossDraft, losses)
  const lossNow = losses && lossesOf(made.lossDraft, losses)
  return {
    ...made,
    changes,
    limits,
    limit,
    lossChanges,
    lossNow,
    isReadable: limit !== undefined && (losses === undefined || lossNow !== undefined),
    count: changes.length + limits.length + lossChanges.length,
  }
}
type Changes = ReturnType<typeof useChanges>

function PolicyForm({ company, reload }: { company: CompanyPolicies; reload: () => void }) {
  const { companyName, changed } = company
  const made = useChanges(company)
  const [isAsking, setAsking] = useState(false)
  return (
    <div className="ys-page">
      <header className="ys-page-head ys-head-said">
        <h1>企业策略</h1>
      </header>
      <div className="ys-page-body policy">
        {made.notice}
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
        <PolicySections company={company} made={made} />
      </div>
      <PolicyFoot count={made.count} isReady={made.isReadable} onUndo={made.undo} onSave={() => setAsking(true)} />
      {isAsking && made.isReadable && (
        <AskDialog company={company} made={made} onClose={() => setAsking(false)} onReload={reload} />
      )}
    </div>
  )
}

interface MadeProps {
  company: CompanyPolicies
  made: Changes
}

/** The policies by what they rule; the platform's decisions about its books stand at the end. */
function PolicySections({ company: { inForce, batchLimit, losses }, made }: MadeProps) {
  const { decisions, changes, decide } = made
  // policies of the house are seen by the platform alone
  const groups = policyGroups
    .map(group => ({ ...group, keys: group.keys.filter(key => inForce[key] !== undefined) }))
    .filter(({ keys }) => keys.length > 0)
  return (
    <>
      {groups.map(({ title, keys, hasLimit = false }) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          <ul className="policy-list">
            {keys.map(key =>
              isFree(key) ? (
                <PolicyLine
                  key={key}
                  policy={key}
                  isOn={decisions[key] ?? isOnIn(inForce, key)}
                  isChanged={changes.includes(key)}
                  onSwitch={isOn => decide(key, isOn === inForce[key] ? undefined : isOn)}
                />
              ) : (
                <PolicyLine key={key} policy={key} isOn={isOnIn(inForce, key)} />
              ),
            )}
            {hasLimit && <BatchLimitLines inForce={batchLimit} draft={made.limitTexts} onType={made.say} />}
          </ul>
        </section>
      ))}
      {losses !== undefined && (
        <section aria-label="账务">
          <h2>账务</h2>
          <ul className="policy-list">
            <LossLines inForce={losses} draft={made.lossDraft} onSay={made.sayLoss} />
          </ul>
        </section>
      )}
    </>
  )
}

/** Saving after reading what changes. */
function AskDialog({ company, made, onClose, onReload }: MadeProps & { onClose: () => void; onReload: () => void }) {
  const { version, inForce, batchLimit, losses } = company
  const { decisions, changes, limits, limit, lossNow, lossChanges } = made
  const { submit } = useSend(setPolicies, {
    quiet: true,
    invalidates: staleAfter('policy'),
    done: () => {
      made.undo()
      toast.success('企业策略已保存，立即生效')
    },
  })
  if (limit === undefined) return null
  return (
    <WriteDialog
      title="确认修改企业策略"
      okText="确认修改"
      isReady={made.count > 0}
      onSend={() =>
        submit({
          version,
          decisions: { ...decisionsOf(inForce), ...decisions },
          batchLimit: limit,
          ...(lossNow === undefined ? {} : { losses: lossNow }),
        })
      }
      onClose={onClose}
      onReload={onReload}
    >
      <PolicyChanges {...{ changes, inForce, limits }} before={batchLimit} after={limit}>
        {losses !== undefined &&
          lossNow !== undefined &&
          lossChanges.map(key => (
            <PolicyChange
              key={key}
              label={lossPolicyLabels[key]}
              old={lossPolicyInWords(key, losses)}
              now={lossPolicyInWords(key, lossNow)}
            />
          ))}
      </PolicyChanges>
    </WriteDialog>
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
  inForce: SeenPolicies
  limits: readonly (keyof BatchLimit)[]
  before: BatchLimit
  after: BatchLimit
  /** Changes of other decisions. */
  children?: ReactNode
}

/** Everything that changes by saving, old and new. */
function PolicyChanges({ changes, inForce, limits, before, after, children }: PolicyChangesProps) {
  const lines = [
    ...changes.map(
      key => [policies[key].label, policyInWords(isOnIn(inForce, key)), policyInWords(!isOnIn(inForce, key))] as const,
    ),
    ...limits.map(
      key => [batchLimitLabels[key], batchLimitInWords(key, before), batchLimitInWords(key, after)] as const,
    ),
  ]
  return (
    <>
      <p>保存后立即对全企业生效：</p>
      <ul className="policy-changes">
        {lines.map(([label, old, now]) => (
          <PolicyChange key={label} {...{ label, old, now }} />
        ))}
        {children}
      </ul>
    </>
  )
}

const PolicyChange = ({ label, old, now }: { label: string; old: string; now: string }) => (
  <li>
    {label}：<span className="ys-weak">{old}</span> → <strong>{now}</strong>
  </li>
)

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
