// Screens of tasks and of sending vehicles, on a desk and on a phone.
import { lookAt } from './look.ts'

lookAt('tasks')
