import type { GivenTo, OperationName, OutputOf } from '../../api/operations.ts'

/** Calls one operation. */
export type Call = <Name extends OperationName>(name: Name, input: GivenTo<Name>) => Promise<OutputOf<Name>>
