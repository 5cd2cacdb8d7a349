export { harmless } from '../../model/harmless.ts'
