// Documents of a vehicle, driver or payee by kind, the latest first, with a place to add more.
import type { FleetRecord } from '@yunshu/contract/fleet/fleet'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Button } from 'antd'
import type { SendOptions } from '../../lib/send.ts'
import { toast } from '../../lib/toast.ts'
import { Section } from '../../ui/Facts.tsx'
import { FileDrop } from '../../ui/FileDrop.tsx'
import { Skeleton } from '../../ui/States.tsx'
import './fleet.css'

// the viewer of pictures weighs more than the rest of the page
const FilePhotos = lazy(async () => ({ default: (await import('../../ui/FilePhotos.tsx')).FilePhotos }))

interface FleetDocumentsProps<K extends string> {
  record: Pick<FleetRecord, 'files' | 'missing' | 'certificates' | 'acts'>
  kinds: Readonly<Record<K, string>>
  /** Kinds to show; all unless told. */
  only?: readonly K[]
  /** Beside the heading of a kind: until when the paper is good. */
  note?: (kind: K) => ReactNode
  isBusy: boolean
  onSend: (kind: K, options: SendOptions) => Promise<unknown>
  onReload: () => void
}

export function FleetDocuments<K extends string>({
  record,
  kinds,
  only = Object.keys(kinds) as K[],
  note,
  isBusy,
  onSend,
  onReload,
}: FleetDocumentsProps<K>) {
  const [adding, setAdding] = useState<K>()
  const canAdd = record.acts.includes('edit')
  if (record.files === undefined)
    return (
      <Section title="证件资料">
        <p className="ys-weak">无查看证件照片的权限</p>
      </Section>
    )
  const { files } = record
  if (only.length === 0) return null
  const mend = new Set<string>(record.certificates.flatMap(({ fields }) => fields))
  return (
    <Section title="证件资料">
      <div className="ys-fleet-documents">
        {only.map(kind => {
          const own = files.filter(({ category }) => category === kind).toReversed()
          return (
            <section key={kind} aria-label={kinds[kind]}>
              <h3>
                {kinds[kind]}
                {mend.has(kind) ? (
                  <span className="ys-fault">需修改</span>
                ) : (
                  Object.hasOwn(record.missing, kind) && <span className="ys-fault">待上传</span>
                )}
                {note && <span className="ys-fleet-document-note">{note(kind)}</span>}
                {canAdd && (
                  <Button
                    type="link"
                    size="small"
                    aria-expanded={adding === kind}
                    onClick={() => setAdding(adding === kind ? undefined : kind)}
                  >
                    {adding === kind ? '收起' : '上传'}
                  </Button>
                )}
              </h3>
              {own.length > 0 && (
                <Suspense fallback={<Skeleton lines={3} />}>
                  <FilePhotos files={own} />
                </Suspense>
              )}
              {own.length === 0 && adding !== kind && <p className="ys-weak">未上传</p>}
              {canAdd && adding === kind && (
                <FileDrop
                  what={kinds[kind]}
                  isBusy={isBusy}
                  onReload={onReload}
                  onSend={options => onSend(kind, options)}
                  done={count => {
                    toast.success(`已上传 ${count} 个文件`)
                    setAdding(undefined)
                  }}
                />
              )}
            </section>
          )
        })}
      </div>
    </Section>
  )
}
