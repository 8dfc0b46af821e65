/** The texts of a small content set in one language. */
export interface Texts {
  language: string
  title: string
  introduction: string
  /** Level names, lowest first, which are the labels of the responses too. */
  scale: string[]
  elements: { group: string; title: string; description: string; statements: string[] }[]
  /** How to get from each level to the next. */
  actions: string[]
  /** Title and text of the lower and the higher report band. */
  bands: [string, string][]
}

export const german: Texts = {
  language: 'de',
  title: 'Instandhaltungsmanagement für Wohnungsbaugenossenschaften',
  introduction:
    'Beantworten Sie **gemeinsam**, wo Sie heute stehen. Grundlage sind die Verkehrssicherungspflichten der Gebäudebewirtschaftung.',
  scale: ['Anfangsphase', 'Weiterentwicklung', 'Selbstverständlichkeit', 'Branchenführerschaft'],
  elements: [
    {
      group: 'Betriebssicherheit',
      title: 'Verkehrssicherungspflichten und Gefährdungsbeurteilungen',
      description: 'Wer haftet, wer prüft und wer das Ergebnis aufbewahrt.',
      statements: [
        'Für jedes Gebäude gibt es eine unterschriebene Gefährdungsbeurteilung.',
        'Die Brandschutzbeauftragten kennen ihre Aufgaben und haben Zeit dafür.',
        'Spielplatzsicherheitsüberprüfungen finden vierteljährlich statt.',
      ],
    },
    {
      group: 'Betriebssicherheit',
      title: 'Aufzugsanlagenüberwachungsverfahren',
      description: 'Prüfung, Wartung und Notruf der Aufzüge.',
      statements: [
        'Wartungsverträge nennen Reaktionszeiten für jede Aufzugsanlage.',
        'Notrufe werden rund um die Uhr in höchstens einer Minute angenommen.',
      ],
    },
    {
      group: 'Nachhaltigkeit',
      title: 'Energieverbrauchsdokumentation',
      description: 'Was verbraucht wird und was daraus folgt.',
      statements: [
        'Heizkostenabrechnungen werden mit den Vorjahren verglichen.',
        'Unerwartete Verbrauchssteigerungen werden innerhalb eines Monats untersucht.',
      ],
    },
    {
      group: 'Nachhaltigkeit',
      title: 'Grundstücksverkehrsgenehmigungszuständigkeitsübertragungsverordnung',
      description: 'Ein Titel aus einem einzigen Wort.',
      statements: [
        'Zuständigkeiten sind schriftlich übertragen.',
        'Vertretungsregelungen gelten auch während der Betriebsferien.',
      ],
    },
  ],
  actions: [
    'Verantwortlichkeiten festlegen und im Organisationshandbuch veröffentlichen.',
    'Durchführungsbestimmungen erproben und Rückmeldungen der Hausmeisterinnen auswerten.',
    'Ergebnisse jährlich mit der Geschäftsführung überprüfen.',
  ],
  bands: [
    ['Grundlagen schaffen', 'Beginnen Sie mit den **Zuständigkeiten**.'],
    ['Gut aufgestellt', 'Erhalten Sie, was Sie erreicht haben.'],
  ],
}

export const arabic: Texts = {
  language: 'ar',
  title: 'استمرارية الأعمال وفق ISO 22301',
  introduction:
    'أجيبوا **معًا** عن كل عبارة: أين نحن اليوم، وأين نريد أن نكون بعد عام؟ يستغرق ذلك 30 دقيقة.',
  scale: ['البداية', 'التطور', 'الرسوخ', 'الريادة'],
  elements: [
    {
      group: 'الحوكمة',
      title: 'القيادة والمسؤوليات',
      description: 'من يقرر، ومن ينفذ، ومن يبلّغ الآخرين.',
      statements: [
        'يعرف كل موظف من يقود العمل عند وقوع طارئ.',
        'تخصص الإدارة ميزانية كافية ووقتًا كافيًا.',
        'تُراجع المسؤوليات مرة واحدة في السنة على الأقل.',
      ],
    },
    {
      group: 'الحوكمة',
      title: 'تقييم المخاطر',
      description: 'ما الذي قد يتوقف، وماذا يترتب على ذلك.',
      statements: ['لدينا قائمة محدّثة بأهم 10 مخاطر.', 'حُدد لكل خدمة أقصى وقت توقف مقبول (RTO).'],
    },
    {
      group: 'التشغيل',
      title: 'الموردون والشركاء',
      description: 'من نعتمد عليه خارج المؤسسة.',
      statements: ['نعرف أي الموردين لا غنى عنهم.', 'أرقام هواتف الموردين مطبوعة ومتاحة دون شبكة.'],
    },
    {
      group: 'التشغيل',
      title: 'التدريب والتمارين',
      description: 'كيف نتعلم قبل وقوع الأزمة.',
      statements: ['نُجري تمرينًا كل ستة أشهر.', 'تُكتب الدروس المستفادة وتُتابع حتى تُغلق.'],
    },
  ],
  actions: [
    'اتفقوا على المسؤول واكتبوا اسمه.',
    'ضعوا خطة من صفحة واحدة ثم جرّبوها.',
    'راجعوا النتائج مع الإدارة كل ثلاثة أشهر.',
  ],
  bands: [
    ['ابدؤوا بالأساس', 'حدّدوا **المسؤول** أولًا.'],
    ['مستوى جيد', 'حافظوا على ما تحقق.'],
  ],
}

export const hebrew: Texts = {
  language: 'he',
  title: 'המשכיות עסקית לפי ISO 22301',
  introduction: 'ענו **יחד** על כל היגד: היכן אנחנו היום, והיכן נרצה להיות בעוד שנה?',
  scale: ['התחלה', 'התפתחות', 'ביסוס', 'הובלה'],
  elements: [
    {
      group: 'ממשל',
      title: 'הנהגה ואחריות',
      description: 'מי מחליט, מי מבצע ומי מודיע לאחרים.',
      statements: ['כל עובד יודע מי מוביל בשעת חירום.', 'ההנהלה מקצה תקציב וזמן מספיקים.'],
    },
    {
      group: 'ממשל',
      title: 'הערכת סיכונים',
      description: 'מה עלול להיפסק ומה יקרה אז.',
      statements: [
        'יש לנו רשימה עדכנית של 10 הסיכונים העיקריים.',
        'לכל שירות נקבע זמן השבתה מרבי (RTO).',
      ],
    },
    {
      group: 'תפעול',
      title: 'אימון ותרגול',
      description: 'איך לומדים לפני המשבר.',
      statements: ['אנחנו מתרגלים פעם בחצי שנה.', 'הלקחים נכתבים ומטופלים עד הסוף.'],
    },
  ],
  actions: [
    'הסכימו מי אחראי ורשמו את שמו.',
    'כתבו תוכנית בעמוד אחד ונסו אותה.',
    'בדקו את התוצאות עם ההנהלה מדי רבעון.',
  ],
  bands: [
    ['להתחיל מהבסיס', 'קבעו תחילה **אחראי**.'],
    ['רמה טובה', 'שמרו על מה שהושג.'],
  ],
}
