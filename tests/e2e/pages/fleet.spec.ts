// Screens of the fleet and its fences, on a desk and on a phone.
import { lookAt } from './look.ts'

lookAt('fleet')
