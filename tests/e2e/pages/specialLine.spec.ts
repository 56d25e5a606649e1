// Screens of special lines, on a desk and on a phone.
import { lookAt } from './look.ts'

lookAt('specialLine')
