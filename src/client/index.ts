import '../refuse-old-node.ts'

export { AppError, type ErrorCode } from '../model/errors.ts'
export { ApiClient, type ApiClientOptions, type CallOptions, type Got } from './api-client.ts'
export { type ConnectOptions, openLeeway, type RemoteJobOptions, type RemoteLeeway } from './open-leeway.ts'
export type { RemoteJob } from './remote-job.ts'
