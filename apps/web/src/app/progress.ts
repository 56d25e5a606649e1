// The bar at the top while a page is on its way; a page that is there at once never starts it, because drawing it costs
// a layout.
import NProgress from 'nprogress'
import 'nprogress/nprogress.css'
import { progressBar } from './trusted.ts'

// the trickle interval of spec §9
NProgress.configure({
  trickleSpeed: 500,
  showSpinner: false,
  barSelector: '.bar',
  template: progressBar,
})

const patienceMs = 120
let waiting: ReturnType<typeof setTimeout> | undefined

/** A page was asked for. */
export function startProgress(): void {
  clearTimeout(waiting)
  waiting = setTimeout(() => {
    NProgress.start()
  }, patienceMs)
}

/** The page is there, or has failed. */
export function endProgress(): void {
  clearTimeout(waiting)
  if (NProgress.isStarted()) NProgress.done()
}
