import type { LocationInput } from '@bodega/api'

/** `city, province, code of the province, region, postcode, street` of where the shops of a country keep their stock. */
const places: Record<string, { name: string; places: string[] }> = {
  AR: {
    name: 'Argentina',
    places: [
      'Buenos Aires,Buenos Aires,C,AMBA,C1414,Av. Warnes',
      'Córdoba,Córdoba,X,Centro,X5000,Bv. San Juan',
      'Rosario,Santa Fe,S,Centro,S2000,Av. Pellegrini',
      'Mendoza,Mendoza,M,Cuyo,M5500,Av. San Martín',
      'Salta,Salta,A,Norte,A4400,Av. Belgrano',
      'Neuquén,Neuquén,Q,Patagonia,Q8300,Av. Argentina',
    ],
  },
  BR: {
    name: 'Brasil',
    places: [
      'São Paulo,São Paulo,SP,Sudeste,01310-100,Avenida Paulista',
      'Curitiba,Paraná,PR,Sul,80010-000,Rua XV de Novembro',
      'Recife,Pernambuco,PE,Nordeste,50030-230,Avenida Rio Branco',
      'Belo Horizonte,Minas Gerais,MG,Sudeste,30130-003,Avenida Afonso Pena',
      'Porto Alegre,Rio Grande do Sul,RS,Sul,90010-150,Rua dos Andradas',
      'Goiânia,Goiás,GO,Centro-Oeste,74003-010,Avenida Goiás',
    ],
  },
  CL: {
    name: 'Chile',
    places: [
      'Santiago,Región Metropolitana,RM,Centro,8320000,Av. Libertador',
      'Valparaíso,Valparaíso,VS,Centro,2340000,Av. Brasil',
      'Concepción,Biobío,BI,Sur,4030000,Av. Los Carrera',
    ],
  },
  CO: {
    name: 'Colombia',
    places: [
      'Bogotá,Bogotá,DC,Andina,110111,Carrera 7',
      'Medellín,Antioquia,ANT,Andina,050012,Carrera 43A',
      'Cali,Valle del Cauca,VAC,Pacífica,760001,Avenida Sexta',
    ],
  },
  MX: {
    name: 'México',
    places: [
      'Ciudad de México,Ciudad de México,CMX,Centro,06600,Paseo de la Reforma',
      'Guadalajara,Jalisco,JAL,Occidente,44100,Av. Juárez',
      'Monterrey,Nuevo León,NLE,Norte,64000,Av. Constitución',
    ],
  },
  PE: {
    name: 'Perú',
    places: ['Lima,Lima,LIM,Costa,15074,Av. Larco', 'Arequipa,Arequipa,ARE,Sierra,04001,Calle Mercaderes'],
  },
  UY: {
    name: 'Uruguay',
    places: ['Montevideo,Montevideo,MO,Sur,11000,Av. 18 de Julio', 'Maldonado,Maldonado,MA,Este,20000,Av. Roosevelt'],
  },
}

/** The location with this number: the cities of the country in turn, then again with a number behind the name. */
export function placeOf(country: string, index: number): LocationInput {
  const known = places[country] ?? { name: country, places: ['Centro,Centro,01,Centro,00001,Calle 1'] }
  const { length } = known.places
  const [city = '', province = '', code = '', region = '', zipcode = '', street = ''] =
    known.places[index % length]?.split(',') ?? []
  const round = Math.floor(index / length)
  return {
    name: `${city}${round === 0 ? '' : ` ${round + 1}`}`,
    address: {
      zipcode,
      street,
      number: String(100 + ((index * 137) % 4800)),
      city,
      locality: city,
      province: { code, name: province },
      region: { code: region, name: region },
      country: { code: country, name: known.name },
    },
    allows_pickup: index % 2 === 1,
  }
}
