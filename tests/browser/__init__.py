import pytest

pytest.register_assert_rewrite("browser.box_page", "browser.expected", "browser.app_server")
