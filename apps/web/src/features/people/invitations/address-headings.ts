/** What the heading of a column says about its addresses, best last. */
export const HEADED = { others: 0, private: 1, contact: 2, unknown: 3, known: 4 } as const

/** Words of headings, in lower case and without accents: what exports and people call their columns. */
const words = (...all: string[]) => new RegExp(all.join('|'), 'u')

const MAIL = words(
  'mail|courriel|corre[ou]|\\bmel\\b|e-?post|posta|poczt|electroni|elettron|eletron|electroniq|smtp|dien tu|epasts|pasts\\b|pastas',
  'ηλεκτρονικ|почт|пошт|имеил|بريد|דוא|ईमेल|メール|邮箱|邮件|電郵|电邮|郵箱|郵件|信箱|이메일|메일|อีเมล',
)
const LOGIN = words(
  '^(user ?principal ?name|upn|user ?name|user ?id|login|log ?in ?name|sign-?in ?name|benutzername|anmeldename|identifiant)$',
)
const WORK = words(
  '\\bwork|business|corporate|company|office|profes|\\bpro\\b|primary|\\bmain\\b|haupt|dienst|arbeit|geschaft|firm|beruf',
  'entreprise|travail|trabajo|corporativ|empresa|laboral|institu[ct]ional|trabalho|profission|lavoro|aziend|ufficio',
  '\\bwerk|zakelij|bedrijf|arbet|arbejd|\\bjobb?|\\btyo|sluzb|sluzeb|pracov|munka|ceges|hivatal|kurumsal|sirket|\\bis e',
  'рабоч|служебн|корпорат|робоч|службов|公司|工作|企业|企業|会社|業務|勤務|회사|사내|업무|직장|العمل|עבודה|εργασ|εταιρ|cong ty|kantor',
)
/** The user's own, but not the ones for work. */
const PRIVATE = words(
  'privat|prive|privad|prywat|personal|\\bperso\\b|personnel|personne?lle|pessoa|particular|personlig|personlich|persoonlijk',
  'yksityi|henkilokoht|soukrom|sukromn|osobn|osobist|\\bmagan|szemely|kisisel|\\bozel|asmenin|isiklik|\\blicn|zaseb|ca nhan|pribadi|peribadi',
  'личн|лична|персональн|частн|особист|приватн|домашн|个人|個人|私人|私用|自宅|개인|شخصي|خاص|פרטי|אישי|προσωπικ|ส่วนตัว|व्यक्तिगत|निजी',
  'alternat|\\balt\\b|recover|recup|wiederherst|second|secund|sekund|zweit|\\bother|\\bautre|\\botr[oa]|\\boutr[oa]|\\baltr[oa]|\\bander|backup|proxy',
  'forward|weiterleit|\\bhome\\b|\\bcasa\\b|domicil|\\bhjem|\\bhem\\b|\\bthuis|\\bkoti|reserv|zapas|pomocnicz|zalozn|nahradn|tartalek|masodlag',
  'yedek|ikincil|\\bdiger|toissij|khac|du phong|\\bold\\b|former|previous|ancien|резерв|запасн|дополнит|додатков|альтернат',
  '予備|サブ|备用|備用|备份|備份|備援|次要|副|其他|その他|보조|예비|기타|مساعد|بديل|احتياط|ثانوي|חלופי|משני|εναλλακτ|(?<!\\d)[2-9]$|\\b[2-9]\\b',
)
/** Words above that mean staff or an employer, in another language or beside another word. */
const STAFF =
  /personal-e-mail|personalmail|personalabteilung|del? personal\b|personal\w*[ -]e-?post|e-?post[ -]personal|^personnel|personnel (e-?mail|id)|home[ -](institut|organi|universit|depart|compan|office|campus|school)/gu

/** Of other people: those a user works for, or who wrote the row. */
const OTHERS = words(
  'manag|\\bmgr\\b|owner|approv|superv|sponsor|assist|secretar|sekret|delegat|mentor|\\bbuddy|\\bcoach|\\blead|\\bhead\\b|\\bboss\\b|director',
  '(creat|modifi|updat|invit|add|request|assign|chang|register|enter)\\w* (by|to)|creator|author|report\\w* to|reportsto|reporting|recruit|hiring|\\bhr(bp)?\\b',
  'emergency|next of kin|spouse|\\bpartner\\b|parent|guardian|referee|referrer|\\bgroup|\\bteam|distribut|verteiler|department|notfall|urgence|emergenc',
  'vorgesetzt|fuhrungskraft|leiter|leitung|\\bchef|besitzer|eigentum|eigner|genehmig|freigeb|verantwort|erstell|angelegt|geandert|eingeladen|assistenz|stellvertret',
  'responsab|responsav|responsib|gerente|\\bjef[ea]|gestor|superior|superieur|autoriz|aprob|aprov|approb|valid|propiet|propriet|(creado|criado) p|cree par|creat[oa] da|\\bcapo\\b|dirigent|encargad',
  'leidinggevend|beheerder|eigenaar|goedkeur|aangemaakt|nadrizen|vedouc|schval|vlastn|vytvor|przelozon|kierowni|wlasciciel|zatwierdz|utworz|narmaste|\\battest|\\bagare|skapad|overordn|\\bleder|ejer\\b|\\beier|oprettet|opprettet',
  'esimie|esihenkil|omistaj|hyvaksy|luonut|vezeto|felettes|tulajdonos|jovahagy|letrehoz|yonetici|mudur|\\bamir|sahib|onayla|olustur|\\bsef',
  'руковод|начальн|менеджер|владел|утвержд|согласу|созда|кер[іи]вник|власник|ръковод|上司|上長|上级|上級|主管|经理|經理|管理者|管理人|責任者|承認|所有者|负责人|負責人|审批|審批|审核|創建|创建|作成者|紧急|緊急',
  '관리자|상사|팀장|부서장|부장|매니저|승인|소유|생성|비상|مدير|مشرف|مالك|منشئ|מנהל|ממונה|בעל|προισταμεν|διευθυντ|ιδιοκτ|quan ly|atasan|pemilik|หัวหน้า|ผู้จัดการ',
)
const CONTACT = words(
  'conta[ct]t?o?|kontakt|ansprech|yhteys|iletisim|контакт|联系|聯絡|連絡|연락|اتصال|קשר|kapcsolat|επικοινων|lien he',
)

/** Mailboxes of a task, which may be anyone's. */
const TASKS = words(
  'billing|invoic|payable|payment|shipping|delivery|\\border|support|help ?desk|\\bsales\\b|procure|purchas|financ|accounting|\\blegal|newsletter',
  'rechnung|buchhalt|zahlung|versand|liefer|bestell|vertrieb|einkauf|factur|compta|paiement|livraison|commande|achats|ventes|\\bpago|compras|ventas|contab',
  'fattur|pagament|acquist|vendit|fatur|faktur|betal|inkoop|verkoop|счет|счёт|бухгалт|рахунок|請求|发票|發票|청구|経理|财务|財務',
)

/** What a heading says, and how well it names the address to invite. */
export function judgeHeading(heading: string): { headed: number; rank: number } {
  const text = plainHeading(heading)
  const own = text.replace(STAFF, 'mail')
  const isLogin = LOGIN.test(text)
  const isMail = MAIL.test(text)
  const isWork = !isLogin && WORK.test(text)
  const rank = Number(isLogin) + 2 * Number(isMail) + 2 * Number(isWork)
  const headed = () => {
    if (OTHERS.test(own)) return HEADED.others
    if (PRIVATE.test(own)) return HEADED.private
    if (CONTACT.test(own) || TASKS.test(own)) return HEADED.contact
    return rank > 0 || own !== text ? HEADED.known : HEADED.unknown
  }
  return { headed: headed(), rank }
}

/** Letters that Unicode doesn't take apart. */
const BASES: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ı: 'i' }

/** `managerMail`, `MANAGER_MAIL` and `Manager mail` are the same; accents and wide letters don't count. */
export function plainHeading(heading: string): string {
  return heading
    .normalize('NFKC')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[łøđı]/g, (letter) => BASES[letter] ?? letter)
    .replaceAll(/[_./\s]+/g, ' ')
    .trim()
}
