import { type Choice, clothingSizes, pieceSizes, shoeSizes, type Texts, texts, volumes } from './words.ts'

/** About how a thing of a kind comes: its sizes, price, weight and parcel. */
interface Measures {
  sizes: readonly Choice[]
  /** Dollars, from and to. */
  price: readonly [number, number]
  grams: number
  /** Width, height and depth of the parcel, in centimetres. */
  box: readonly [number, number, number]
  /** Clothes and shoes say for whom they are. */
  isWorn: boolean
}

/** A sort of thing that is sold. */
export interface Kind extends Measures {
  /** Begins its SKUs. */
  code: string
  noun: Texts
  /** The name of the category that holds all of this kind. */
  category: Texts
  materials: readonly Texts[]
}

export interface Department {
  name: Texts
  kinds: readonly Kind[]
}

const cotton = texts('de algodón|de algodão|cotton')
const linen = texts('de lino|de linho|linen')
const wool = texts('de lana merino|de lã merino|merino wool')
const alpaca = texts('de alpaca|de alpaca|alpaca')
const denim = texts('de jean|de jeans|denim')
const bamboo = texts('de bambú|de bambu|bamboo')
const leather = texts('de cuero|de couro|leather')
const suede = texts('de gamuza|de camurça|suede')
const canvas = texts('de lona|de lona|canvas')
const jute = texts('de yute|de juta|jute')
const rubber = texts('de caucho natural|de borracha natural|natural rubber')
const ceramic = texts('de cerámica|de cerâmica|ceramic')
const stoneware = texts('de gres|de grés|stoneware')
const glass = texts('de vidrio|de vidro|glass')
const wood = texts('de madera|de madeira|wooden')
const steel = texts('de acero|de aço|steel')
const copper = texts('de cobre|de cobre|copper')
const iron = texts('de hierro|de ferro|iron')
const gourd = texts('de calabaza|de porongo|gourd')
const lavender = texts('de lavanda|de lavanda|lavender')
const rosehip = texts('de rosa mosqueta|de rosa mosqueta|rosehip')
const coconut = texts('de coco|de coco|coconut')
const almond = texts('de almendras|de amêndoas|almond')
const passionFruit = texts('de maracuyá|de maracujá|passion fruit')

const kind = (code: string, noun: string, category: string, materials: readonly Texts[], measures: Measures): Kind => ({
  code,
  noun: texts(noun),
  category: texts(category),
  materials,
  ...measures,
})

type Pair = readonly [number, number]

const clothes = (price: Pair, grams: number): Measures => ({
  sizes: clothingSizes,
  price,
  grams,
  box: [30, 4, 24],
  isWorn: true,
})
const shoes = (price: Pair, grams: number): Measures => ({
  sizes: shoeSizes,
  price,
  grams,
  box: [32, 12, 20],
  isWorn: true,
})
const things = (price: Pair, grams: number, box: Measures['box'], sizes = pieceSizes): Measures => ({
  sizes,
  price,
  grams,
  box,
  isWorn: false,
})

const department = (name: string, ...kinds: Kind[]): Department => ({ name: texts(name), kinds })

export const departments: readonly Department[] = [
  department(
    'Ropa|Roupas|Clothing',
    kind(
      'REM',
      'Remera|Camiseta|T-shirt',
      'Remeras|Camisetas|T-shirts',
      [cotton, linen, bamboo, wool],
      clothes([12, 32], 180),
    ),
    kind(
      'CAM',
      'Camisa|Camisa|Shirt',
      'Camisas|Camisas|Shirts',
      [cotton, linen, denim, bamboo],
      clothes([24, 58], 260),
    ),
    kind(
      'BUZ',
      'Buzo|Moletom|Sweatshirt',
      'Buzos|Moletons|Sweatshirts',
      [cotton, wool, alpaca, bamboo],
      clothes([28, 70], 480),
    ),
    kind(
      'PAN',
      'Pantalón|Calça|Trousers',
      'Pantalones|Calças|Trousers',
      [cotton, linen, denim, wool],
      clothes([30, 75], 520),
    ),
    kind(
      'VES',
      'Vestido|Vestido|Dress',
      'Vestidos|Vestidos|Dresses',
      [cotton, linen, bamboo, denim],
      clothes([32, 90], 350),
    ),
    kind(
      'CMP',
      'Campera|Jaqueta|Jacket',
      'Camperas|Jaquetas|Jackets',
      [denim, leather, suede, wool],
      clothes([60, 190], 900),
    ),
  ),
  department(
    'Calzado|Calçados|Shoes',
    kind(
      'ZAP',
      'Zapatillas|Tênis|Sneakers',
      'Zapatillas|Tênis|Sneakers',
      [canvas, leather, suede, rubber],
      shoes([38, 120], 850),
    ),
    kind(
      'SAN',
      'Sandalias|Sandálias|Sandals',
      'Sandalias|Sandálias|Sandals',
      [leather, jute, rubber, suede],
      shoes([20, 65], 450),
    ),
    kind('BOT', 'Botas|Botas|Boots', 'Botas|Botas|Boots', [leather, suede, rubber, canvas], shoes([70, 180], 1400)),
    kind(
      'ALP',
      'Alpargatas|Alpargatas|Espadrilles',
      'Alpargatas|Alpargatas|Espadrilles',
      [canvas, jute, linen, suede],
      shoes([12, 35], 400),
    ),
  ),
  department(
    'Accesorios|Acessórios|Accessories',
    kind(
      'MOC',
      'Mochila|Mochila|Backpack',
      'Mochilas|Mochilas|Backpacks',
      [canvas, leather, denim, jute],
      things([28, 95], 800, [32, 45, 16]),
    ),
    kind(
      'BOL',
      'Bolso|Bolsa|Handbag',
      'Bolsos|Bolsas|Handbags',
      [leather, suede, canvas, jute],
      things([30, 140], 650, [36, 28, 12]),
    ),
    kind(
      'CIN',
      'Cinturón|Cinto|Belt',
      'Cinturones|Cintos|Belts',
      [leather, suede, canvas, jute],
      things([14, 45], 200, [14, 6, 14]),
    ),
    kind(
      'GOR',
      'Gorra|Boné|Cap',
      'Gorras|Bonés|Caps',
      [cotton, denim, wool, linen],
      things([10, 28], 110, [24, 14, 18]),
    ),
  ),
  department(
    'Casa|Casa|Home',
    kind(
      'MAN',
      'Manta|Manta|Throw',
      'Mantas|Mantas|Throws',
      [wool, alpaca, cotton, linen],
      things([35, 130], 1200, [40, 12, 34]),
    ),
    kind(
      'ALM',
      'Almohadón|Almofada|Cushion',
      'Almohadones|Almofadas|Cushions',
      [cotton, linen, wool, jute],
      things([14, 40], 500, [45, 15, 45]),
    ),
    kind(
      'TAZ',
      'Taza|Caneca|Mug',
      'Tazas|Canecas|Mugs',
      [ceramic, stoneware, glass, steel],
      things([8, 24], 350, [12, 11, 12]),
    ),
    kind(
      'LAM',
      'Lámpara|Luminária|Lamp',
      'Lámparas|Luminárias|Lamps',
      [wood, ceramic, glass, iron],
      things([40, 160], 1800, [30, 50, 30]),
    ),
    kind(
      'VEL',
      'Vela|Vela|Candle',
      'Velas|Velas|Candles',
      [lavender, coconut, passionFruit, almond],
      things([7, 26], 300, [9, 11, 9]),
    ),
  ),
  department(
    'Mate y cocina|Mate e cozinha|Mate and kitchen',
    kind(
      'MAT',
      'Mate|Cuia|Mate cup',
      'Mates|Cuias|Mate cups',
      [gourd, wood, ceramic, steel],
      things([9, 48], 250, [11, 14, 11]),
    ),
    kind(
      'TER',
      'Termo|Garrafa térmica|Flask',
      'Termos|Garrafas térmicas|Flasks',
      [steel, copper, glass, bamboo],
      things([22, 70], 700, [12, 34, 12]),
    ),
    kind(
      'OLL',
      'Olla|Panela|Pot',
      'Ollas|Panelas|Pots',
      [iron, steel, copper, ceramic],
      things([35, 150], 2600, [32, 18, 26]),
    ),
  ),
  department(
    'Cuidado personal|Cuidado pessoal|Personal care',
    kind(
      'JAB',
      'Jabón líquido|Sabonete líquido|Liquid soap',
      'Jabones|Sabonetes|Soaps',
      [lavender, coconut, almond, passionFruit],
      things([6, 18], 320, [8, 20, 8], volumes),
    ),
    kind(
      'CRE',
      'Crema|Creme|Cream',
      'Cremas|Cremes|Creams',
      [rosehip, almond, coconut, lavender],
      things([9, 34], 280, [8, 10, 8], volumes),
    ),
  ),
]

export const kinds: readonly Kind[] = departments.flatMap(department => department.kinds)
