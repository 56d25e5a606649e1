// Screens of waybills, on a desk and on a phone.
import { lookAt } from './look.ts'

lookAt('waybill')
