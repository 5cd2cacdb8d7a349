import '../../refuse-old-node.ts'

export { type GatedTools, type GateToolsOptions, type GatingJob, gateTools } from './gate-tools.ts'
