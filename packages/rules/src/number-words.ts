// Words of the languages in which scales are often written.

/** The numbers of words, from 0; "-" stands for none. */
function numbered(list: string): ReadonlyMap<string, number> {
  const words = list
    .split(' ')
    .flatMap((all, number) => all.split('|').map((word) => [word, number] as const))
  return new Map(words)
}

export const WORDS = numbered(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
)

/**
 * Words that also mean something else, as in "first steps", "all at once" and "un peu". Two numbers of one list make a
 * series.
 */
export const SERIES = [
  '- first second third fourth fifth sixth seventh eighth ninth tenth',
  '- once twice thrice',
  'null eins|ein|eine zwei drei vier fünf sechs sieben acht neun zehn',
  '- erste|erster|erstes|ersten|erstens zweite|zweiter|zweites|zweiten|zweitens dritte|dritter|drittes|dritten|drittens vierte|vierter|viertes|vierten|viertens fünfte|fünfter|fünftes|fünften|fünftens sechste|sechster|sechstes siebte|siebter|siebtes achte|achter|achtes neunte|neunter|neuntes zehnte|zehnter|zehntes',
  'zéro un|une deux trois quatre cinq six sept huit neuf dix',
  '- premier|première deuxième|second|seconde troisième quatrième cinquième sixième',
  'cero uno|un|una dos tres cuatro cinco seis siete ocho nueve diez',
  '- primer|primero|primera segundo|segunda tercer|tercero|tercera cuarto|cuarta quinto|quinta sexto|sexta',
  'zero uno|un|una due tre quattro cinque sei sette otto nove dieci',
  '- primo|prima secondo|seconda terzo|terza quarto|quarta quinto|quinta sesto|sesta',
  'nul een|eén|één twee drie vier vijf zes zeven acht negen tien',
  '- eerste tweede derde vierde vijfde zesde',
  'zero um|uma dois|duas três quatro cinco seis sete oito nove dez',
  '- primeiro|primeira segundo|segunda terceiro|terceira quarto|quarta quinto|quinta sexto|sexta',
  'noll en|ett två tre fyra fem sex sju åtta nio tio',
  'nul|null en|et|én|ét to tre fire fem seks syv|sju otte|åtte ni ti',
  'nolla yksi kaksi kolme neljä viisi kuusi seitsemän kahdeksan yhdeksän kymmenen',
  'zero jeden|jedna|jedno dwa|dwie trzy cztery pięć sześć siedem osiem dziewięć dziesięć',
  'nula jeden|jedna|jedno dva|dvě tři čtyři pět šest sedm osm devět deset',
  'ноль|нуль один|одна|одно два|две|дві три четыре|чотири пять|п’ять шесть|шість семь|сім восемь|вісім девять|дев’ять десять',
  'нулевой|нулевая|нулевое|нульовий первый|первая|первое|перший|перша второй|вторая|второе|другий|друга третий|третья|третье|третій|третя четвёртый|четвёртая|четвёртое|четвертый|четвертая|четвертое|четвертий|четверта пятый|пятая|пятое|п’ятий|п’ята шестой|шестая|шестое|шостий|шоста седьмой|седьмая|седьмое|сьомий|сьома восьмой|восьмая|восьмое|восьмий|восьма девятый|девятая|девятое|дев’ятий|дев’ята десятый|десятая|десятое|десятий|десята',
  'nol|kosong satu dua tiga empat lima enam tujuh delapan|lapan sembilan sepuluh',
  '- pertama kedua ketiga keempat kelima keenam ketujuh kedelapan kesembilan kesepuluh',
  // The word for 0 is also "no".
  '- một hai ba bốn|tư năm sáu bảy|bẩy tám chín mười',
  '- nhất hai|nhì ba tư năm sáu bảy|bẩy tám chín mười',
  'zero unu|una doi|două trei patru cinci șase șapte opt nouă zece',
  'nulla egy kettő|két három négy öt hat hét nyolc kilenc tíz',
  'sıfır bir iki üç dört beş altı yedi sekiz dokuz on',
  'μηδέν ένα|ένας|μία δύο τρία|τρεις τέσσερα|τέσσερις πέντε έξι επτά|εφτά οκτώ|οχτώ εννέα|εννιά δέκα',
  'صفر واحد|واحدة اثنان|اثنين|اثنتان ثلاثة|ثلاث أربعة|أربع خمسة|خمس ستة|ست سبعة|سبع ثمانية|ثماني تسعة|تسع عشرة|عشر',
  '- الأول|الأولى الثاني|الثانية الثالث|الثالثة الرابع|الرابعة الخامس|الخامسة السادس|السادسة',
  'אפס אחד|אחת שניים|שתיים|שני|שתי שלושה|שלוש ארבעה|ארבע חמישה|חמש שישה|שש שבעה|שבע שמונה תשעה|תשע עשרה|עשר',
  'शून्य एक दो तीन चार पाँच|पांच छह|छः सात आठ नौ दस',
  '영|공 일|하나|한 이|둘|두 삼|셋|세 사|넷|네 오|다섯 육|여섯 칠|일곱 팔|여덟 구|아홉 십|열',
  '- 첫째|첫 둘째 셋째 넷째 다섯째 여섯째',
].map(numbered)

/** Thai has no spaces between words, so that its numbers are parts of other words. */
export const THAI = 'ศูนย์ หนึ่ง สอง สาม สี่ ห้า หก เจ็ด แปด เก้า สิบ'.split(' ')
