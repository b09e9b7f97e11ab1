/** Frequent words of inspections, most frequent first, and a made-up tail as long as that of real remarks. */
const FREQUENT = (
  'de la el en se con no a los del que una por las un para al local esta obra vereda agua cloaca pared calle vecino ' +
  'frente plano cartel basura arbol poste cable luz reja techo puerta humedad grieta perdida zanja contenedor ' +
  'habilitacion matafuego salida emergencia cocina deposito heladera vencido faltante clausura multa plazo dias ' +
  'titular responsable encargado presente ausente notificado constatado verificado acta copia firma sello'
).split(' ')
const TAIL = 20_000

/** Returns `length` words, always the same for a number. A word of twice the rank is half as frequent. */
export function remarkOf(number: number, length: number): string {
  let state = (number + 1) * 2_654_435_761
  const chance = (): number => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e37_79b9) >>> 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
  return Array.from({ length }, () => {
    const rank = Math.floor(Math.exp(chance() * Math.log(FREQUENT.length + TAIL))) - 1
    return FREQUENT[rank] ?? tailWord(rank)
  }).join(' ')
}

const SYLLABLES = 'ba ce di fo gu ha jo la me ni po que ra si to vu ya zo bri cla'.split(' ')

function tailWord(rank: number): string {
  const parts: string[] = []
  for (let left = rank * 7_919 + 400; left > 0; left = Math.floor(left / SYLLABLES.length))
    parts.push(SYLLABLES[left % SYLLABLES.length] ?? '')
  return parts.join('')
}
