// The controls React draws for one typed character until the frame that shows it, counted by React's own hook of commits.
import type { Locator, Page } from 'playwright-core'

/** Has every page loaded from now on note the controls each commit draws. */
export async function noteDrawn(page: Page): Promise<void> {
  await page.addInitScript(() => {
    interface Fiber {
      readonly type: unknown
      readonly memoizedProps: unknown
      readonly stateNode: unknown
      readonly alternate: Fiber | null
      readonly child: Fiber | null
      readonly sibling: Fiber | null
    }
    const controls: Element[] = []
    const look = (fiber: Fiber): void => {
      const { alternate, stateNode } = fiber
      const isControl = stateNode instanceof Element && stateNode.matches('input, textarea, button, [tabindex]')
      if (isControl && fiber.memoizedProps !== alternate?.memoizedProps) controls.push(stateNode)
      // children left as they were are shared with the tree before
      if (fiber.child !== alternate?.child) for (let at = fiber.child; at; at = at.sibling) look(at)
    }
    Reflect.set(globalThis, 'drawnControls', controls)
    Reflect.set(globalThis, '__REACT_DEVTOOLS_GLOBAL_HOOK__', {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: (_: number, root: { readonly current: Fiber }) => look(root.current),
      onPostCommitFiberRoot: () => undefined,
      onCommitFiberUnmount: () => undefined,
    })
  })
}

/** Types a 1 into a field and names the controls drawn until it is painted, each once. */
export async function drawnByKey(field: Locator): Promise<readonly string[]> {
  await field.focus()
  return field.evaluate(async input => {
    const controls: Element[] = Reflect.get(globalThis, 'drawnControls')
    controls.length = 0
    document.execCommand('insertText', false, '1')
    await new Promise(requestAnimationFrame)
    const nameOf = (control: Element): string =>
      control === input ? 'itself' : control.id || (control.getAttribute('aria-label') ?? control.textContent ?? '')
    return [...new Set(controls.map(nameOf))]
  })
}
