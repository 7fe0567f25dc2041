import type { HandPicked } from '../seeding/index.ts'

type Rest = Omit<HandPicked, 'name' | 'about'>

const item = (name: string, about: string, rest: Rest): HandPicked => ({ name, about, ...rest })

/** What the demo store sells: something of every kind, so that no category is empty. */
export const demoProducts: readonly HandPicked[] = [
  item(
    'Remera Ceibo|Camiseta Ceibo|Ceibo T-shirt',
    'Algodón orgánico peinado, corte recto y cuello reforzado.|Algodão orgânico penteado, corte reto e gola reforçada.|Combed organic cotton, straight cut, reinforced neck.',
    { kind: 'REM', brand: 'Ceibo', tags: 'básicos algodón', price: 17, sizes: 'S M L XL', colors: 'BL NE VE' },
  ),
  item(
    'Remera rayada Marea|Camiseta listrada Marea|Marea striped T-shirt',
    'Rayas teñidas en hilo, como las de los pescadores del sur.|Listras tingidas em fio, como as dos pescadores do sul.|Yarn-dyed stripes, like those of the fishermen of the south.',
    { kind: 'REM', brand: 'Mar Adentro', tags: 'verano algodón', price: 21, sizes: 'S M L', colors: 'AZ RO' },
  ),
  item(
    'Camisa Tafí de lino|Camisa Tafí de linho|Tafí linen shirt',
    'Lino lavado, botones de nácar y manga que se arremanga.|Linho lavado, botões de madrepérola e manga que se dobra.|Washed linen, mother-of-pearl buttons, sleeves to roll up.',
    { kind: 'CAM', brand: 'Monte Claro', tags: 'lino verano', price: 46, sizes: 'S M L XL', colors: 'BL CR CE' },
  ),
  item(
    'Camisa de jean Quebracho|Camisa jeans Quebracho|Quebracho denim shirt',
    'Denim liviano de ocho onzas con costuras a contraste.|Denim leve de oito onças com costuras em contraste.|Light eight-ounce denim with contrast stitching.',
    { kind: 'CAM', brand: 'Quebracho', tags: 'jean clásicos', price: 52, sizes: 'M L XL', colors: 'AZ' },
  ),
  item(
    'Buzo canguro Nahuel|Moletom canguru Nahuel|Nahuel hoodie',
    'Frisa por dentro, capucha doble y bolsillo al frente.|Flanelado por dentro, capuz duplo e bolso na frente.|Brushed inside, double hood, pocket in front.',
    { kind: 'BUZ', brand: 'Tierra Fría', tags: 'invierno algodón', price: 48, sizes: 'S M L XL', colors: 'GR NE MO' },
  ),
  item(
    'Buzo de alpaca Colca|Moletom de alpaca Colca|Colca alpaca sweater',
    'Alpaca bebé hilada en Arequipa. Abriga sin pesar.|Alpaca bebê fiada em Arequipa. Aquece sem pesar.|Baby alpaca spun in Arequipa. Warm and weightless.',
    { kind: 'BUZ', brand: 'Andina', tags: 'invierno alpaca', price: 68, sizes: 'S M L', colors: 'CR TE' },
  ),
  item(
    'Pantalón cargo Pampa|Calça cargo Pampa|Pampa cargo trousers',
    'Gabardina de algodón, seis bolsillos y rodilla reforzada.|Sarja de algodão, seis bolsos e joelho reforçado.|Cotton twill, six pockets, reinforced knees.',
    { kind: 'PAN', brand: 'Quebracho', tags: 'trabajo algodón', price: 54, sizes: 'S M L XL', colors: 'VE NE' },
  ),
  item(
    'Palazzo de lino Itacaré|Pantalona de linho Itacaré|Itacaré wide linen trousers',
    'Cintura elástica y caída amplia, para los días de calor.|Cintura elástica e caimento amplo, para os dias de calor.|Elastic waist and a wide fall, for hot days.',
    { kind: 'PAN', brand: 'Jacarandá', tags: 'lino verano', price: 49, sizes: 'XS S M L', colors: 'CR TE' },
  ),
  item(
    'Vestido Jacarandá|Vestido Jacarandá|Jacarandá dress',
    'Largo midi, espalda abierta y bolsillos que no se ven.|Comprimento midi, costas abertas e bolsos que não se veem.|Midi length, open back, pockets nobody sees.',
    { kind: 'VES', brand: 'Jacarandá', tags: 'verano fiesta', price: 72, sizes: 'XS S M L', colors: 'BO VE' },
  ),
  item(
    'Vestido camisero Olinda|Vestido chemise Olinda|Olinda shirt dress',
    'Algodón con estampa hecha a mano, cinturón de la misma tela.|Algodão com estampa feita à mão, cinto do mesmo tecido.|Hand-printed cotton with a belt of the same cloth.',
    { kind: 'VES', brand: 'Sertão', tags: 'verano estampados', price: 64, sizes: 'S M L', colors: 'RS AZ' },
  ),
  item(
    'Campera rompeviento Fitz Roy|Jaqueta corta-vento Fitz Roy|Fitz Roy windbreaker',
    'Resiste el viento de la Patagonia y entra en su propio bolsillo.|Resiste ao vento da Patagônia e cabe no próprio bolso.|Stands the wind of Patagonia and fits into its own pocket.',
    { kind: 'CMP', brand: 'Tierra Fría', tags: 'montaña', price: 110, sizes: 'S M L XL', colors: 'MO AZ' },
  ),
  item(
    'Campera de cuero La Ribera|Jaqueta de couro La Ribera|La Ribera leather jacket',
    'Cuero vacuno curtido al vegetal, forro de algodón.|Couro bovino curtido ao vegetal, forro de algodão.|Vegetable-tanned cowhide, cotton lining.',
    { kind: 'CMP', brand: 'La Ribera', tags: 'cuero clásicos', price: 185, sizes: 'M L', colors: 'NE TE' },
  ),
  item(
    'Zapatillas Costanera|Tênis Costanera|Costanera sneakers',
    'Lona encerada y suela de caucho natural cosida.|Lona encerada e sola de borracha natural costurada.|Waxed canvas and a stitched sole of natural rubber.',
    { kind: 'ZAP', brand: 'Dos Ríos', tags: 'urbano', price: 62, sizes: '37 38 39 40 41 42', colors: 'BL NE' },
  ),
  item(
    'Zapatillas de trekking Lanín|Tênis de trilha Lanín|Lanín hiking shoes',
    'Membrana impermeable y taco con agarre en piedra mojada.|Membrana impermeável e solado com aderência em pedra molhada.|Waterproof membrane, grip on wet rock.',
    { kind: 'ZAP', brand: 'Tierra Fría', tags: 'montaña', price: 118, sizes: '39 40 41 42 43', colors: 'GR' },
  ),
  item(
    'Sandalias Trancoso|Sandálias Trancoso|Trancoso sandals',
    'Tiras de cuero trenzadas a mano sobre base de yute.|Tiras de couro trançadas à mão sobre base de juta.|Hand-braided leather straps on a jute base.',
    { kind: 'SAN', brand: 'Sertão', tags: 'verano cuero', price: 39, sizes: '35 36 37 38 39', colors: 'TE NE' },
  ),
  item(
    'Botas Uspallata|Botas Uspallata|Uspallata boots',
    'Caña corta, cuero engrasado y plantilla que se cambia.|Cano curto, couro engraxado e palmilha removível.|Short shaft, oiled leather, an insole to change.',
    { kind: 'BOT', brand: 'Quebracho', tags: 'invierno cuero', price: 145, sizes: '38 39 40 41 42', colors: 'TE' },
  ),
  item(
    'Alpargatas Carpintero|Alpargatas Carpinteiro|Carpintero espadrilles',
    'Las de siempre: lona cruda y suela de yute.|As de sempre: lona crua e sola de juta.|The ones of always: raw canvas and a jute sole.',
    {
      kind: 'ALP',
      brand: 'El Hornero',
      tags: 'clásicos verano',
      price: 14,
      sizes: '36 37 38 39 40 41',
      colors: 'CR AZ NE',
    },
  ),
  item(
    'Mochila Cordillera 28 L|Mochila Cordilheira 28 L|Cordillera backpack 28 L',
    'Lona de algodón encerada, herrajes de bronce y lugar para la notebook.|Lona de algodão encerada, ferragens de bronze e lugar para o notebook.|Waxed cotton canvas, brass fittings, room for the laptop.',
    { kind: 'MOC', brand: 'Andina', tags: 'viaje', price: 84, sizes: 'ME GD', colors: 'VE NE' },
  ),
  item(
    'Bolso de fin de semana Colonia|Bolsa de fim de semana Colonia|Colonia weekend bag',
    'Cuero y lona, medidas de cabina.|Couro e lona, medidas de cabine.|Leather and canvas, cabin size.',
    { kind: 'BOL', brand: 'La Ribera', tags: 'viaje cuero', price: 132, sizes: 'GD', colors: 'TE NE' },
  ),
  item(
    'Bandolera Otavalo|Bolsa transversal Otavalo|Otavalo shoulder bag',
    'Tejida en telar de cintura, cada una distinta.|Tecida em tear de cintura, cada uma diferente.|Woven on a backstrap loom, no two alike.',
    { kind: 'BOL', brand: 'Andina', tags: 'artesanal', price: 44, sizes: 'CH ME', colors: 'RO MO AZ' },
  ),
  item(
    'Cinturón gaucho|Cinto gaúcho|Gaucho belt',
    'Cuero crudo con guarda pampa tejida.|Couro cru com faixa pampa tecida.|Rawhide with a woven pampa pattern.',
    { kind: 'CIN', brand: 'El Hornero', tags: 'cuero artesanal', price: 29, sizes: 'CH ME GD', colors: 'TE' },
  ),
  item(
    'Gorra Kilómetro Cero|Boné Quilômetro Zero|Kilómetro Cero cap',
    'Cinco paneles, visera curva y cierre de cuero.|Cinco painéis, aba curva e fecho de couro.|Five panels, curved brim, leather strap.',
    { kind: 'GOR', brand: 'Dos Ríos', tags: 'urbano', price: 19, sizes: 'ME', colors: 'NE MO VE' },
  ),
  item(
    'Manta Catamarca|Manta Catamarca|Catamarca throw',
    'Llama y oveja, tejida en telar criollo.|Lhama e ovelha, tecida em tear crioulo.|Llama and sheep wool, woven on a criollo loom.',
    { kind: 'MAN', brand: 'Casa Lapacho', tags: 'artesanal invierno', price: 98, sizes: 'ME GD', colors: 'CR GR' },
  ),
  item(
    'Almohadón Barracán|Almofada Barracán|Barracán cushion',
    'Funda de lana que se teje a pedido, relleno incluido.|Capa de lã tecida sob encomenda, enchimento incluído.|Wool cover woven to order, filling included.',
    { kind: 'ALM', brand: 'Casa Lapacho', tags: 'living', price: 27, sizes: 'CH ME', colors: 'TE VE MO', stock: null },
  ),
  item(
    'Taza enlozada Refugio|Caneca esmaltada Refúgio|Refugio enamel mug',
    'Va del fuego a la mesa. 350 ml.|Vai do fogo à mesa. 350 ml.|From the fire to the table. 350 ml.',
    { kind: 'TAZ', brand: 'El Hornero', tags: 'camping', price: 11, sizes: 'ME', colors: 'BL VE RO' },
  ),
  item(
    'Taza de gres Arcilla|Caneca de grés Arcilla|Arcilla stoneware mug',
    'Torneada a mano, esmalte apto para lavavajillas.|Torneada à mão, esmalte próprio para lava-louças.|Hand-thrown, with a dishwasher-safe glaze.',
    { kind: 'TAZ', brand: 'Casa Lapacho', tags: 'artesanal', price: 16, sizes: 'CH ME', colors: 'CR GR' },
  ),
  item(
    'Lámpara colgante Nido|Luminária pendente Nido|Nido hanging lamp',
    'Mimbre del Delta, cable de tela de dos metros.|Vime do Delta, cabo de tecido de dois metros.|Wicker from the Delta, two metres of fabric cable.',
    { kind: 'LAM', brand: 'Casa Lapacho', tags: 'living', price: 88, sizes: 'ME GD', colors: 'CR NE' },
  ),
  item(
    'Vela de cera de soja Azahar|Vela de cera de soja Azahar|Azahar soy candle',
    'Cuarenta horas de flor de naranjo, en vaso que se vuelve a usar.|Quarenta horas de flor de laranjeira, em copo reutilizável.|Forty hours of orange blossom, in a glass to use again.',
    { kind: 'VEL', brand: 'Jacarandá', tags: 'regalos', price: 15, sizes: 'CH GD', colors: 'CR' },
  ),
  item(
    'Mate de calabaza con virola|Cuia de porongo com virola|Gourd mate with silver rim',
    'Calabaza gruesa curada y virola de alpaca cincelada.|Porongo grosso curado e virola de alpaca cinzelada.|Thick cured gourd with a chiselled rim.',
    { kind: 'MAT', brand: 'El Hornero', tags: 'mate regalos', price: 26, sizes: 'ME', colors: 'NE TE' },
  ),
  item(
    'Mate imperial Torpedo|Cuia imperial Torpedo|Imperial Torpedo mate',
    'Forrado en cuero de vaca y cosido a mano.|Forrada em couro de vaca e costurada à mão.|Wrapped in cowhide and sewn by hand.',
    { kind: 'MAT', brand: 'La Ribera', tags: 'mate cuero', price: 42, sizes: 'ME', colors: 'TE', stock: 0 },
  ),
  item(
    'Termo matero 1 L|Garrafa térmica de mate 1 L|Mate flask 1 L',
    'Acero inoxidable, pico cebador y veinticuatro horas de calor.|Aço inoxidável, bico servidor e vinte e quatro horas de calor.|Stainless steel, pouring spout, hot for a day.',
    { kind: 'TER', brand: 'Monte Claro', tags: 'mate', price: 38, sizes: 'GD', colors: 'NE VE CE' },
  ),
  item(
    'Olla de hierro Fogón|Panela de ferro Fogón|Fogón iron pot',
    'Hierro fundido curado, con tapa y asa. Para guisos de toda la tarde.|Ferro fundido curado, com tampa e alça. Para ensopados da tarde inteira.|Seasoned cast iron with lid and handle. For stews that take the afternoon.',
    { kind: 'OLL', brand: 'Quebracho', tags: 'cocina', price: 92, sizes: 'ME GD', colors: 'NE' },
  ),
  item(
    'Jabón líquido de lavanda|Sabonete líquido de lavanda|Lavender liquid soap',
    'Lavanda de Chacras de Coria, sin sulfatos.|Lavanda de Chacras de Coria, sem sulfatos.|Lavender from Chacras de Coria, no sulphates.',
    { kind: 'JAB', brand: 'Jacarandá', tags: 'baño', price: 9, sizes: '250 500', colors: 'BL' },
  ),
  item(
    'Crema de rosa mosqueta|Creme de rosa mosqueta|Rosehip cream',
    'Rosa mosqueta de El Bolsón, para la noche.|Rosa mosqueta de El Bolsón, para a noite.|Rosehip from El Bolsón, for the night.',
    { kind: 'CRE', brand: 'Jacarandá', tags: 'baño regalos', price: 18, sizes: '100 250', colors: 'BL' },
  ),
]
