/**
 * In this header an answer says how far the log had come, at the least, before anything for it was read. Whoever streams what happens
 * from there on misses nothing that the answer does not show yet.
 */
export const LOG_PLACE = 'leeway-log-place'
