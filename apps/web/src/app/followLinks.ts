// Links are plain anchors; a press on one that leads inside the portal goes there without loading it anew.
import { visitUrl } from './navigation.ts'

type Press = Pick<MouseEvent, 'button' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** Whether a press means to go there here: with a key held, or another button, the browser does what people know. */
export const isPlainPress = ({ button, ctrlKey, metaKey, shiftKey, altKey }: Press): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey

/**
 * For clicks of the whole window that nobody has taken. Files to download, links of another window, of other sites and
 * within the page stay the browser's.
 */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || !isPlainPress(event)) return
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (
    !link ||
    link.protocol !== location.protocol ||
    link.host !== location.host ||
    link.target !== '' ||
    link.hash !== '' ||
    link.hasAttribute('download')
  )
    return
  event.preventDefault()
  visitUrl(link.pathname + link.search)
}
