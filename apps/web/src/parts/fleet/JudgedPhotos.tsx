// The photos of one certificate at reading size, beside the verdict on it.
import type { FileRef } from '@yunshu/contract/files'
import type { FleetRecord } from '@yunshu/contract/fleet/fleet'
import type { Catalogue } from '@yunshu/domain/fleet/certificates'
import { lazy, Suspense, type ReactNode } from 'react'
import type { Fact } from '../../ui/Facts.tsx'
import { Skeleton } from '../../ui/States.tsx'
import './fleet.css'

// the viewer of pictures weighs more than the rest of the page
const FilePhotos = lazy(async () => ({ default: (await import('../../ui/FilePhotos.tsx')).FilePhotos }))

interface JudgedPhotosProps {
  said: readonly Fact[]
  files: readonly FileRef[]
  /** The documents of the certificate with their names, in order. */
  documents: readonly (readonly [kind: string, label: string])[]
}

interface Papers<Document extends string> {
  readonly catalogue: Catalogue
  readonly documents: Readonly<Record<Document, string>>
}

/**
 * The photos of a certificate for its verifier, below what was typed of it; undefined for those who may not see papers.
 */
export function photosOf(
  { files }: Pick<FleetRecord, 'files'>,
  { catalogue, documents }: Papers<string>,
  saidOf: (key: string) => readonly Fact[] = () => [],
) {
  if (files === undefined) return undefined
  return (key: string): ReactNode => (
    <JudgedPhotos
      said={saidOf(key)}
      files={files}
      documents={(catalogue[key]?.documents ?? []).map(kind => [kind, documents[kind] ?? kind] as const)}
    />
  )
}

/** The kinds of document that no certificate shows beside a verdict. */
export function notJudged<Document extends string>(
  { acts, certificates }: Pick<FleetRecord, 'acts' | 'certificates'>,
  { catalogue, documents }: Papers<Document>,
): Document[] {
  const judged = new Set(
    acts.includes('verify')
      ? certificates.flatMap(({ key, isPending }) => (isPending ? (catalogue[key]?.documents ?? []) : []))
      : [],
  )
  return (Object.keys(documents) as Document[]).filter(kind => !judged.has(kind))
}

/** The newest photo of each document stands first. */
function JudgedPhotos({ said, files, documents }: JudgedPhotosProps) {
  return (
    <>
      {said.length > 0 && <SaidFacts items={said} />}
      <div className="ys-fleet-judged">
        {documents.map(([kind, label]) => {
          const own = files.filter(({ category }) => category === kind).toReversed()
          return (
            <section key={kind} aria-label={label}>
              {documents.length > 1 && <h4>{label}</h4>}
              {own.length === 0 ? (
                <p className="ys-weak">未上传</p>
              ) : (
                <Suspense fallback={<Skeleton lines={5} />}>
                  <FilePhotos files={own} isLarge />
                </Suspense>
              )}
            </section>
          )
        })}
      </div>
    </>
  )
}

/** Names and values in running lines: beside a photo they are read one after another. */
function SaidFacts({ items }: { items: readonly Fact[] }) {
  return (
    <dl className="ys-fleet-said">
      {items
        .filter(([, value]) => value !== '' && value !== undefined)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
