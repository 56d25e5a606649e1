// Screens of vehicles under way, on a desk and on a phone.
import { lookAt } from './look.ts'

lookAt('track')
