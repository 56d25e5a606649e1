// Screens of publishing goods, anew or from others, on a desk and on a phone.
import { lookAt } from './look.ts'

lookAt('publishing')
