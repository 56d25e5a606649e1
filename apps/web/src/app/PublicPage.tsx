// A page anybody may open, found by its name in publicScreens.
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { NotFound } from './NotFound.tsx'
import { publicPage } from './pages.ts'

const made = new Map<string, ComponentType>()

function elementOf(name: string): ReactNode {
  const load = publicPage(name)
  if (!load)
    return (
      <main>
        <NotFound />
      </main>
    )
  let Page = made.get(name)
  if (!Page) made.set(name, (Page = lazy(load)))
  return (
    <Suspense fallback={null}>
      <Page />
    </Suspense>
  )
}

/** The public page of a name; 404 when it is not built in. */
export default function PublicPage({ name }: { name: string }) {
  return elementOf(name)
}
