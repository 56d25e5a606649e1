// Screens of vehicles, drivers, terminals, fences and tracks, on a desk and on a phone.
import { lookAt } from './look.ts'

lookAt('fleet')
