/** How `npm run properties` tells the test setup how many cases each property gets; product code never reads it. */
export const PROPERTY_RUNS = 'LEEWAY_PROPERTY_RUNS'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Cases for each property; 0 leaves it at the usual number with a fixed seed. */
    propertyRuns: number
  }
  export interface TaskMeta {
    /** How many cases the properties of one test tried. */
    cases?: number
  }
}
