import * as z from 'zod'

/** A change to the code that no test noticed; known by its text, so that moving lines does not make it a new one. */
export const Survivor = z
  .strictObject({ file: z.string(), mutator: z.string(), original: z.string(), replacement: z.string() })
  .readonly()
export type Survivor = z.infer<typeof Survivor>

/** A survivor that a person looked at: why no test can, or needs to, notice it. */
export const Explanation = z
  .strictObject({
    ...Survivor.unwrap().shape,
    /** How often the same change survives in the file. */
    times: z.int().positive().default(1),
    because: z.string().trim().min(10),
  })
  .readonly()
export type Explanation = z.infer<typeof Explanation>
