// Runs only in browsers without modules: they cannot show the app, so they get a plain sentence.
document
  .getElementById('root')
  .appendChild(document.createElement('p'))
  .appendChild(document.createTextNode('Please update your browser to use ETLD. / 請更新瀏覽器以使用 ETLD。 / Обновите браузер, чтобы пользоваться ETLD.'))
