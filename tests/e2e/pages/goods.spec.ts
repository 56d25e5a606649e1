// Screens of goods, on a desk and on a phone.
import { lookAt } from './look.ts'

lookAt('goods')
