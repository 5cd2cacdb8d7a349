/** Whether a number is a multiple of another as they are written: 0.3 is one of 0.1, though no computer's fractions say so. */
export function isMultiple(value: number, of: number): boolean {
  const [digits, places] = decimalOf(value)
  const [ofDigits, ofPlaces] = decimalOf(of)
  const most = Math.max(places, ofPlaces)
  return (digits * 10n ** BigInt(most - places)) % (ofDigits * 10n ** BigInt(most - ofPlaces)) === 0n
}

/** The digits of a number, and how many of them are behind the point. */
function decimalOf(value: number): readonly [digits: bigint, places: number] {
  const [, whole = '0', fraction = '', exponent = '0'] =
    /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? []
  const places = fraction.length - Number(exponent)
  const digits = BigInt(whole + fraction)
  return places < 0 ? [digits * 10n ** BigInt(-places), 0] : [digits, places]
}
