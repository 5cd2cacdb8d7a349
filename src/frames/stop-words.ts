/** Fifty English words that say nothing about a goal. Words of one or two letters never count, so none is listed. */
export const STOP_WORDS: ReadonlySet<string> = new Set([
  ...['the', 'this', 'that', 'these', 'those', 'its', 'our', 'your', 'their', 'you', 'they', 'them'],
  ...['and', 'but', 'not', 'nor', 'than', 'then', 'when', 'where', 'which', 'while', 'who', 'what', 'how', 'why'],
  ...['for', 'with', 'from', 'into', 'about', 'there'],
  ...['are', 'was', 'were', 'been', 'being', 'has', 'have', 'had', 'does', 'did'],
  ...['can', 'could', 'will', 'would', 'should', 'may', 'must', 'also'],
])
