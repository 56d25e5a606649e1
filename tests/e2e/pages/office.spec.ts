// Screens of a company’s own office, on a desk and on a phone.
import { lookAt } from './look.ts'

lookAt('office')
