// Screens of settlement sheets, on a desk and on a phone.
import { lookAt } from './look.ts'

lookAt('settlement')
