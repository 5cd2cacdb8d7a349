const ISO_TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

/** Our own words from the log, with each time as people here read it. Not for what others wrote: that is shown as it stands. */
export function localTimes(text: string): string {
  return text.replaceAll(ISO_TIME, (time) => new Date(time).toLocaleString())
}
